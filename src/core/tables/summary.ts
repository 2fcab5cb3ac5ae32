import { shownOf } from '../../games/boards.ts';
import { gameOf } from '../../games/games.ts';
import type { Board } from '../overlay/board.ts';
import { givenName } from '../../rules/name.ts';
import { SIDES, type Side } from '../../rules/rules.ts';
import { isScored, stateOf, type TableFacts } from '../room/table-state.ts';

/** One table in an owner's list. */
export interface TableSummary {
  readonly board: Board;
  readonly facts: TableFacts;
  readonly match: { readonly game: string; readonly seq: number };
  readonly scorerSeenAtMillis: number | null;
}

/** This device's changes to a table that aren't on air yet. */
export interface Unsent {
  readonly pending: number;
  readonly held: boolean;
  /** Whether the answer is noticeably late. */
  readonly late: boolean;
  /** The board as folded on this device. */
  readonly board: Pick<Board, 's1' | 's2' | 'raceTo' | 'detail'>;
}

/** A table's state, reduced to one sign. */
export type Sign =
  | { readonly kind: 'onAir' | 'offline' | 'finished' | 'occupied' | 'called' | 'outOfUse' | 'free' }
  | { readonly kind: 'pending' | 'held'; readonly count: number }
  | { readonly kind: 'silent'; readonly minutes: number };

/** A scoring page polls once a minute, so contact counts as lost after this long. */
const LOST_MINUTES = 3;
/** After two hours without contact, the match counts as abandoned. */
const LEFT_MINUTES = 120;

/**
 * How many minutes no scoring page has made contact; null while one does, or if none is needed. None is before the first
 * score.
 */
const minutesSilent = (
  { facts: { match }, match: { seq }, scorerSeenAtMillis }: TableSummary,
  serverMillis: number,
): number | null => {
  if (!match || seq === 0 || gameOf(match.game)?.isTyped !== false) return null;
  const seenAtMillis = Math.max(match.scoredAtMillis, scorerSeenAtMillis ?? 0);
  const minutes = Math.floor((serverMillis - seenAtMillis) / 60_000);
  return minutes >= LOST_MINUTES && minutes < LEFT_MINUTES ? minutes : null;
};

/** The sign of a table. This device's own unsent changes come first. `reached` is whether the server answers. */
export const signOf = (
  table: TableSummary,
  unsent: Unsent | null,
  serverMillis: number,
  reached: boolean,
): Sign => {
  if (unsent && unsent.pending > 0) {
    if (unsent.held) return { kind: 'held', count: unsent.pending };
    if (unsent.late || !reached) return { kind: 'pending', count: unsent.pending };
  }
  if (!reached) return { kind: 'offline' };
  const state = stateOf(table.facts);
  if (state !== 'on') return { kind: isScored(table.facts) ? 'finished' : state === 'over' ? 'free' : state };
  const minutes = minutesSilent(table, serverMillis);
  return minutes === null ? { kind: 'onAir' } : { kind: 'silent', minutes };
};

/** Whether there is a score to show, on air or on this device. */
export const hasScore = ({ facts }: TableSummary, unsent: Unsent | null): boolean =>
  isScored(facts) || (unsent !== null && unsent.pending > 0);

/** Whether a match is in progress, on air or on this device. */
export const isPlayed = ({ facts }: TableSummary, unsent: Unsent | null): boolean =>
  stateOf(facts) === 'on' || (unsent !== null && unsent.pending > 0);

/** Whether staff should check on the table. */
export const needsLook = ({ kind }: Sign): boolean => kind === 'silent' || kind === 'held';

/** One player's row in the summary. */
export interface Row {
  readonly side: Side;
  readonly name: string;
  /** Frames won, if points are shown as well. */
  readonly frames: number | null;
  readonly score: number;
  /** Whether the score exists only on this device. */
  readonly hollow: boolean;
  readonly atTable: boolean;
  readonly breaks: boolean;
}

/** The two rows of a table, player A's first. */
export const rowsOf = (board: Board, unsent: Unsent | null): readonly Row[] => {
  const ahead = shownOf(unsent && unsent.pending > 0 && (unsent.held || unsent.late) ? unsent.board : board);
  const onAir = shownOf(board);
  return ([0, 1] as const).map((place) => {
    const side = SIDES[place];
    return {
      side,
      name: givenName([board.p1, board.p2][place] ?? ''),
      frames: ahead.frames?.[place] ?? null,
      score: ahead.scores[place],
      hollow: ahead.scores[place] !== onAir.scores[place] || ahead.wins[place] !== onAir.wins[place],
      atTable: !ahead.over && ahead.at === side,
      breaks: ahead.notices[side].some(({ kind }) => kind === 'breaks'),
    };
  });
};

/** The break in progress; null if there is none. */
export const breakOf = (board: Pick<Board, 's1' | 's2' | 'raceTo' | 'detail'>): number | null => {
  const count = shownOf(board).break?.count ?? 0;
  return count > 0 ? count : null;
};

/** The length of a match. */
export interface Length {
  readonly kind: 'raceTo' | 'bestOf' | 'minutes';
  readonly count: number;
}

/** The length of a match: race to, best of or minutes; null if it has none. */
export const targetOf = (board: Pick<Board, 's1' | 's2' | 'raceTo' | 'detail'>): Length | null => {
  const { bestOf, raceTo, minutes } = shownOf(board);
  if (minutes !== null) return { kind: 'minutes', count: minutes };
  if (bestOf !== null) return { kind: 'bestOf', count: bestOf };
  return raceTo !== null && raceTo > 0 ? { kind: 'raceTo', count: raceTo } : null;
};
