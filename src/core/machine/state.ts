import { shownOf } from '../../games/boards.ts';
import { describe } from '../match/history.ts';
import { lastCounting } from '../match/undo.ts';
import type { Phrase } from '../../i18n/phrases.ts';
import { timedVisit } from '../match/visit.ts';
import { offers, type Offer } from './plan.ts';
import type { MachineTable } from './table.ts';

const iso = (millis: number): string => new Date(millis).toISOString();

/** The last action that counts, in words. */
const lastOf = ({
  play,
  done,
}: MachineTable): { readonly id: string; readonly said: Phrase; readonly at: string } | null => {
  const line = lastCounting(done.fold);
  if (!line) return null;
  const { id, atMillis } = line.action;
  return { id, said: describe(play.rules, done.fold.state, line), at: iso(atMillis) };
};

/** The score as reported to machines. */
export interface ScoreState {
  readonly match: string;
  readonly game: string;
  readonly players: readonly [string, string];
  readonly scores: readonly [number, number];
  readonly raceTo: number;
  readonly over: boolean;
  readonly winner: 'A' | 'B' | null;
  readonly detail: object | null;
  readonly moves: readonly Offer[];
  readonly last: { readonly id: string; readonly said: string; readonly at: string } | null;
}

export const scoreState = (table: MachineTable, format: (phrase: Phrase) => string): ScoreState => {
  const { record, play, done } = table;
  const board = play.rules.board(done.fold.state);
  const { over, winner } = shownOf(board);
  const last = lastOf(table);
  return {
    match: record.id,
    game: record.game,
    players: [board.p1, board.p2],
    scores: [board.s1, board.s2],
    raceTo: board.raceTo,
    over,
    winner: over ? winner : null,
    detail: board.detail,
    moves: offers(table),
    last: last && { ...last, said: format(last.said) },
  };
};

/** A table's state: the score, and the clocks as start times, which remain valid. */
export const tableState = (table: MachineTable, format: (phrase: Phrase) => string): object => {
  const { title, record, play, done, rev, clock, shot } = table;
  const { minutes } = shownOf(play.rules.board(done.fold.state));
  const visit = timedVisit(done.fold, record);
  return {
    table: title,
    number: record.number,
    seq: done.actions.length,
    rev,
    ...scoreState(table, format),
    clock: {
      running: clock.running,
      startedAt: clock.startedAtMillis === null ? null : iso(clock.startedAtMillis),
      seconds: clock.accumSeconds,
      minutes,
    },
    shot: shot && {
      seconds: shot.seconds,
      warn: shot.warnSeconds,
      endsAt: shot.endsAtMillis === null ? null : iso(shot.endsAtMillis),
      left: shot.leftSeconds,
    },
    visit: visit && { startedAt: iso(visit.atMillis) },
  };
};
