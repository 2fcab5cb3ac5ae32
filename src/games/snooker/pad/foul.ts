import type { Action } from '../../../rules/log.ts';
import type { SnookerOffer } from '../rules.ts';

/** The player after a foul: the opponent, the offender from here, or the offender with the balls replaced. */
export type Next = 'playsOn' | 'playsAgain' | 'replay';

/** The options chosen on the foul sheet. */
export interface Choices {
  readonly next: Next;
  readonly miss: boolean;
  readonly freeBall: boolean;
  readonly redsGone: number;
}

export const NO_CHOICES: Choices = { next: 'playsOn', miss: false, freeBall: false, redsGone: 0 };

/** The options available on the foul sheet. */
export interface Possible {
  /** With only the black left, a foul ends the frame, so there are no options. */
  readonly ends: boolean;
  readonly next: Readonly<Record<Next, boolean>>;
  readonly freeBall: boolean;
  readonly redsGone: number;
  /** The four values, and whether each is possible. */
  readonly values: readonly { readonly points: number; readonly possible: boolean }[];
}

export const possibleOf = (offer: SnookerOffer, { next, miss }: Choices): Possible => ({
  ends: !offer.canSnooker,
  // Balls are replaced only after a miss (3.14).
  next: { playsOn: true, playsAgain: true, replay: miss },
  // There is no free ball when the offender plays again (3.12(f)).
  freeBall: offer.canSnooker && next === 'playsOn',
  redsGone: offer.redsGone,
  values: [4, 5, 6, 7].map((points) => ({ points, possible: offer.fouls.includes(points) })),
});

/** Changes one option and resets those that it rules out. */
export const chosen = (choices: Choices, change: Partial<Choices>): Choices => {
  const { next, miss, freeBall, redsGone } = { ...choices, ...change };
  const played = next === 'replay' && !miss ? 'playsOn' : next;
  return { next: played, miss, freeBall: freeBall && played === 'playsOn', redsGone };
};

/** The action for a foul of `points` with these options. A single one, so that one Undo undoes it. */
export const foulAction = (
  { next, miss, freeBall, redsGone }: Choices,
  points: number,
): Pick<Action, 'kind' | 'body'> => ({
  kind: 'foul',
  body: {
    points,
    ...(redsGone > 0 ? { redsGone } : {}),
    ...(freeBall ? { freeBall } : {}),
    ...(miss ? { miss } : {}),
    ...(next === 'playsOn' ? {} : { again: true }),
    ...(next === 'replay' ? { replaced: redsGone } : {}),
  },
});
