import { MINUTES_RANGE } from '../../rules/format.ts';
import { noticesOf, NO_SUMS, type Notice, type Scores, type Shown } from '../../rules/shown.ts';
import { isCounts, isFlag, isSideOrNone, isWhole, type Body } from '../../rules/read.ts';
import type { Side } from '../../rules/rules.ts';

/** A pool game's board, beside the scores. */
export interface RackDetail {
  readonly breaker: Side | null;
  readonly fouls: readonly [number, number];
  /** Both sides need one more rack. */
  readonly hillHill: boolean;
  readonly winner: Side | null;
  readonly over: boolean;
  /** The length of a timed match, in minutes. */
  readonly minutes?: number;
  /** The racks that each side began with; missing if none. */
  readonly handicap?: readonly [number, number];
}

/** How many racks were played before the current one: nobody played those of a head start. */
export const racksPlayed = (
  { s1, s2 }: Pick<Scores, 's1' | 's2'>,
  { handicap: [a, b] = [0, 0] }: Pick<RackDetail, 'handicap'>,
): number => s1 + s2 - a - b;

export const parseRacks = ({
  breaker,
  fouls,
  hillHill,
  winner,
  over,
  minutes,
  handicap,
}: Body): RackDetail | null =>
  isSideOrNone(breaker) &&
  isCounts(fouls) &&
  isFlag(hillHill) &&
  isSideOrNone(winner) &&
  isFlag(over) &&
  (minutes === undefined || isWhole(minutes, MINUTES_RANGE)) &&
  (handicap === undefined || isCounts(handicap))
    ? {
        breaker,
        fouls,
        hillHill,
        winner,
        over,
        ...(minutes !== undefined && { minutes }),
        ...(handicap && { handicap }),
      }
    : null;

const noticesFor = ({ breaker, fouls, winner, over }: RackDetail, side: Side): readonly Notice[] => {
  if (over) return winner === side ? [{ kind: 'matchWon' }] : [];
  const count = fouls[side === 'A' ? 0 : 1];
  return [
    ...(breaker === side ? [{ kind: 'breaks' } as const] : []),
    ...(count > 0 ? [{ kind: 'fouls', count } as const] : []),
  ];
};

const remarkOf = ({ winner, over, hillHill }: RackDetail): Shown['remark'] =>
  over ? (winner === null ? 'over' : null) : hillHill ? 'hillHill' : null;

/** The content of a board that counts racks. */
export const shownRacks = (scores: Scores, detail: RackDetail): Shown => {
  const { s1, s2, raceTo } = scores;
  const wins = [s1, s2] as const;
  return {
    unit: 'rack',
    scores: wins,
    frames: null,
    wins,
    at: null,
    winner: detail.winner,
    over: detail.over,
    notices: noticesOf((side) => noticesFor(detail, side)),
    bestOf: null,
    // A timed match has no race to.
    raceTo: raceTo > 0 ? raceTo : null,
    minutes: detail.minutes ?? null,
    handicap: detail.handicap ?? null,
    frame: null,
    rack: detail.over ? null : racksPlayed(scores, detail) + 1,
    ...NO_SUMS,
    remark: remarkOf(detail),
  };
};
