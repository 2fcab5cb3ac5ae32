import type { Body } from '../../../core/rules/read.ts';
import type { SnookerOffer } from '../rules.ts';

/** Who plays after a foul: the other one, the same one from here, or the same one with the balls put back. */
export type Next = 'playsOn' | 'playsAgain' | 'replay';

/** What was chosen on the foul sheet before its value. */
export interface Choices {
  readonly next: Next;
  readonly miss: boolean;
  readonly freeBall: boolean;
  readonly redsGone: number;
}

export const NO_CHOICES: Choices = { next: 'playsOn', miss: false, freeBall: false, redsGone: 0 };

/** What may be chosen on the sheet now. */
export interface Possible {
  /** With the black alone a foul ends the frame: there is only its value. */
  readonly ends: boolean;
  readonly next: Readonly<Record<Next, boolean>>;
  readonly freeBall: boolean;
  readonly redsGone: number;
  /** The four values, and whether each can be. */
  readonly values: readonly { readonly points: number; readonly possible: boolean }[];
}

export const possibleOf = (offer: SnookerOffer, { next, miss }: Choices): Possible => ({
  ends: !offer.canSnooker,
  // Balls go back only after a miss (3.14).
  next: { playsOn: true, playsAgain: true, replay: miss },
  // Who is let play again gets no free ball (3.12(f)).
  freeBall: offer.canSnooker && next === 'playsOn',
  redsGone: offer.redsGone,
  values: [4, 5, 6, 7].map((points) => ({ points, possible: offer.fouls.includes(points) })),
});

/** The choices with one changed, and with those that it rules out taken back. */
export const chosen = (choices: Choices, change: Partial<Choices>): Choices => {
  const { next, miss, freeBall, redsGone } = { ...choices, ...change };
  const played = next === 'replay' && !miss ? 'playsOn' : next;
  return { next: played, miss, freeBall: freeBall && played === 'playsOn', redsGone };
};

/** The actions that a foul of `points` with these choices is: the foul, and who plays again. */
export const foulActions = (
  { next, miss, freeBall, redsGone }: Choices,
  points: number,
): readonly { readonly kind: string; readonly body: Body }[] => [
  {
    kind: 'foul',
    body: {
      points,
      ...(redsGone > 0 ? { redsGone } : {}),
      ...(freeBall ? { freeBall } : {}),
      ...(miss ? { miss } : {}),
    },
  },
  ...(next === 'playsAgain' ? [{ kind: 'playAgain', body: {} }] : []),
  ...(next === 'replay' ? [{ kind: 'playAgain', body: { replaced: redsGone } }] : []),
];
