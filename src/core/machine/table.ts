import type { Clock } from '../clock/count-up.ts';
import type { ShotClock } from '../../rules/shot.ts';
import type { MatchRecord } from '../match/protocol.ts';
import type { FoldedLog, RulesAndStart } from '../match/rebase.ts';

/** A table's current match, as the score service loaded it for a machine. */
export interface MachineTable {
  readonly title: string;
  readonly record: MatchRecord;
  readonly play: RulesAndStart;
  /** The id of the machine's link. */
  readonly by: string;
  /** The match's log, folded. */
  readonly done: FoldedLog;
  readonly rev: number;
  readonly clock: Clock;
  readonly shot: ShotClock | null;
  readonly serverMillis: number;
}
