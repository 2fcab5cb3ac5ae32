import type { MachineTable } from '../../../src/core/machine/table.ts';
import { fold } from '../../../src/core/match/fold.ts';
import type { KnownAction } from '../../../src/rules/log.ts';
import type { MatchRecord } from '../../../src/core/match/protocol.ts';
import { parseBoard } from '../../../src/core/overlay/board.ts';
import type { Body } from '../../../src/rules/read.ts';
import type { FoldedLog, RulesAndStart } from '../../../src/core/match/rebase.ts';
import { playOf } from '../../../src/core/match/state.ts';
import type { KnownLogs } from './known-logs.ts';

/** The parts of `open_machine`'s and `open_button`'s answers that are read here. */
export type OpenAnswer =
  | ({ readonly outcome: 'ok' } & Opened)
  | { readonly outcome: 'tooMany'; readonly wait: number }
  | { readonly outcome: 'repeated'; readonly answer: MoveAnswer }
  | { readonly outcome: 'reused' };

/** The answer to a move, as stored for repeated requests. */
export interface MoveAnswer {
  readonly match: string;
  readonly seq: number;
  readonly rev: number;
}

interface StoredEntry {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
  readonly at: string;
  readonly by: string | null;
}

export interface LogPage {
  readonly match: {
    readonly id: string;
    readonly table_id: string;
    readonly number: number;
    readonly previous: string | null;
    readonly game: string;
    readonly rules: number;
    readonly start: Body;
    readonly seq: number;
    readonly started_at: string;
    readonly ended_at: string | null;
  };
  readonly entries: readonly StoredEntry[];
  readonly more: boolean;
  readonly server_time: string;
}

export interface Opened {
  readonly link_id: string;
  readonly title: string;
  readonly board: { readonly rev: number };
  readonly log: LogPage;
  /** How often a player's name was erased from the log, the only change to its entries. */
  readonly erasures: number;
  /** A button's move. */
  readonly move?: { readonly move: string; readonly fields: Body };
}

const recordOf = ({ match }: LogPage): MatchRecord => ({
  id: match.id,
  tableId: match.table_id,
  number: match.number,
  previous: match.previous,
  game: match.game,
  rules: match.rules,
  start: match.start,
  seq: match.seq,
  startedAtMillis: Date.parse(match.started_at),
  endedAtMillis: match.ended_at === null ? null : Date.parse(match.ended_at),
});

const known = ({ seq, id, kind, body, at, by }: StoredEntry): KnownAction => ({
  seq,
  id,
  kind,
  body,
  by,
  atMillis: Date.parse(at),
  // Keys of one table share its known log: `by` identifies an entry's actor.
  own: false,
});

/** A secret's way to read its table. */
export interface Reader {
  readonly logs: KnownLogs;
  readonly secret: string;
  /** The entries of the match's log after one of them. */
  readonly read: (opened: Opened, afterSeq: number) => Promise<LogPage>;
}

/**
 * The entry after which a secret's next read of its table begins. The last known entry is read again, to check that the
 * log is still the same.
 */
export const seqBefore = (length: number): number => Math.max(0, length - 1);

/** The whole log, given a page after `afterSeq`. The known part isn't read again. */
const wholeLog = async (
  { logs, secret, read }: Reader,
  opened: Opened,
  afterSeq: number,
  play: RulesAndStart,
): Promise<FoldedLog> => {
  const { match } = opened.log;
  const edition = JSON.stringify([match.game, match.rules, match.start, opened.erasures]);
  const before = logs.get(match.id, edition);
  const from = seqBefore(before?.actions.length ?? 0);
  let page = from === afterSeq ? opened.log : await read(opened, from);
  const isSame = before?.actions.at(-1)?.id === page.entries[0]?.id;
  const actions = before && isSame ? [...before.actions] : [];
  if (!isSame && from > 0) page = await read(opened, 0);
  for (;;) {
    actions.push(...page.entries.filter(({ seq }) => seq > actions.length).map(known));
    if (!page.more) break;
    page = await read(opened, actions.length);
  }
  const done =
    before && isSame && before.actions.length === actions.length
      ? before
      : { actions, fold: fold<KnownAction>(play.rules, play.start, actions) };
  logs.keep(secret, match.id, edition, done);
  return done;
};

/** A table with its whole log, as the rules see it; null if its match has newer rules than these. */
export const machineTableOf = async (
  reader: Reader,
  opened: Opened,
  afterSeq: number,
): Promise<MachineTable | null> => {
  const { link_id, title, board, log } = opened;
  const record = recordOf(log);
  const play = playOf(record);
  const shown = parseBoard(board);
  if (!play || !shown) return null;
  return {
    title,
    record,
    play,
    by: link_id,
    done: await wholeLog(reader, opened, afterSeq, play),
    rev: shown.rev,
    clock: shown.clock,
    shot: shown.shot,
    serverMillis: Date.parse(log.server_time),
  };
};
