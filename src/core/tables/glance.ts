import type { Board } from '../overlay/board.ts';
import type { Side } from '../rules/rules.ts';

/** What a list of tables knows of one. */
export interface Glanced {
  readonly board: Board;
  readonly match: { readonly game: string; readonly seq: number; readonly endedAtMillis: number | null };
  readonly scoredAtMillis: number | null;
}

/** What this device did to a table and hasn't put on air. */
export interface Here {
  readonly pending: number;
  readonly held: boolean;
  /** An answer is awaited for longer than a person notices. */
  readonly late: boolean;
  /** The board as this device folds it. */
  readonly board: Pick<Board, 's1' | 's2' | 'detail'>;
}

/** How a table stands, in one sign. */
export type Sign =
  | { readonly kind: 'onAir' | 'offline' | 'finished' | 'free' }
  | { readonly kind: 'pending' | 'held'; readonly count: number }
  | { readonly kind: 'silent'; readonly minutes: number };

/**
 * Minutes without a tap after which a scorer seems to be away. In pool only racks are tapped, and Quick Update is used
 * when somebody thinks of it.
 */
const SILENT_MINUTES: Readonly<Record<string, number>> = { snooker: 4, 'eight-ball': 20 };

/** After two hours nobody plays there any more. */
const LEFT_MINUTES = 120;

/** Nothing has been played since the table was made or its last match ended. */
const isUnused = ({ board, match }: Glanced): boolean =>
  match.game === 'plain' && match.seq === 0 && board.s1 === 0 && board.s2 === 0;

const minutesSilent = ({ match, scoredAtMillis }: Glanced, serverMillis: number): number | null => {
  const after = Object.hasOwn(SILENT_MINUTES, match.game) ? SILENT_MINUTES[match.game] : undefined;
  if (after === undefined || scoredAtMillis === null) return null;
  const minutes = Math.floor((serverMillis - scoredAtMillis) / 60_000);
  return minutes >= after && minutes < LEFT_MINUTES ? minutes : null;
};

/** The sign of a table: what this device knows better comes first. `reached` says whether the server answers. */
export const signOf = (table: Glanced, here: Here | null, serverMillis: number, reached: boolean): Sign => {
  if (here && here.pending > 0) {
    if (here.held) return { kind: 'held', count: here.pending };
    if (here.late || !reached) return { kind: 'pending', count: here.pending };
  }
  if (!reached) return { kind: 'offline' };
  if (table.match.endedAtMillis !== null) return { kind: 'finished' };
  if (isUnused(table)) return { kind: 'free' };
  const minutes = minutesSilent(table, serverMillis);
  return minutes === null ? { kind: 'onAir' } : { kind: 'silent', minutes };
};

/** Whether somebody should walk there. */
export const needsLook = ({ kind }: Sign): boolean => kind === 'silent' || kind === 'held';

/** One player's row at a glance. */
export interface Row {
  readonly side: Side;
  readonly name: string;
  /** Frames, where points stand beside them. */
  readonly frames: number | null;
  readonly score: number;
  /** The score is only on this device. */
  readonly hollow: boolean;
  readonly atTable: boolean;
  readonly breaks: boolean;
}

const SIDES = [
  { side: 'A', place: 0, name: 'p1', score: 's1' },
  { side: 'B', place: 1, name: 'p2', score: 's2' },
] as const;

const numberOf = ({ detail, s1, s2 }: Pick<Board, 's1' | 's2' | 'detail'>, place: 0 | 1): number =>
  detail?.game === 'snooker' ? detail.points[place] : ([s1, s2][place] ?? 0);

/** Both rows of a table, player A's first. */
export const rowsOf = (board: Board, here: Here | null): readonly Row[] => {
  const ahead = here && here.pending > 0 && (here.held || here.late) ? here.board : board;
  const { detail } = ahead;
  return SIDES.map(({ side, place, name, score }) => ({
    side,
    name: board[name],
    frames: detail?.game === 'snooker' ? ahead[score] : null,
    score: numberOf(ahead, place),
    hollow: numberOf(ahead, place) !== numberOf(board, place) || ahead[score] !== board[score],
    atTable: detail?.game === 'snooker' && detail.winner === null && detail.at === side,
    breaks: detail?.game === 'eight-ball' && !detail.over && detail.breaker === side,
  }));
};

/** The running break; null where none is. */
export const breakOf = ({ detail }: Pick<Board, 'detail'>): number | null =>
  detail?.game === 'snooker' && detail.break > 0 ? detail.break : null;

/** What a match is played to. */
export const targetOf = ({
  raceTo,
  detail,
}: Pick<Board, 'raceTo' | 'detail'>): {
  readonly kind: 'raceTo' | 'bestOf';
  readonly count: number;
} | null => {
  if (raceTo <= 0) return null;
  return detail?.game === 'snooker'
    ? { kind: 'bestOf', count: 2 * raceTo - 1 }
    : { kind: 'raceTo', count: raceTo };
};
