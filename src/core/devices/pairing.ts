import type { Following } from '../follow/follow.ts';

/* What televisions and devices have in common: the code shown until it is typed, and the polling intervals. */

/** The server's answer to a secret with a code. */
export interface Waiting {
  readonly status: 'waiting';
  readonly code: string;
  readonly expiresInMillis: number;
  readonly topic: string;
}

/** While the channel is up: a message can be lost, and polling also reports the screen as online. */
export const POLL_UP_MILLIS = 45_000;
export const POLL_DOWN_MILLIS = 5000;
/** After an answer that needs confirming, and after a lost channel. */
export const POLL_DOUBT_MILLIS = 2000;
/** A code is renewed this long before it expires: the server makes a new one within the last two minutes. */
export const RENEW_MILLIS = 110_000;

/** How long until the shown code must be renewed; infinite without one. */
export const goodForMillis = (code: string | null, endsMillis: number, atMillis: number): number =>
  code === null ? Infinity : endsMillis - RENEW_MILLIS - atMillis;

/** The delay before the next request, if the shown code is good for this long. */
export const pairingPollMillis = (
  { channel, isDoubted }: Pick<Following<unknown>, 'channel' | 'isDoubted'>,
  goodFor: number,
): number => {
  if (isDoubted) return POLL_DOUBT_MILLIS;
  const usual = channel?.isJoined === true ? POLL_UP_MILLIS : POLL_DOWN_MILLIS;
  return goodFor > 0 ? Math.min(usual, goodFor) : usual;
};

/** What a code can pair. */
export const PAIRED_KINDS = ['television', 'device'] as const;
export type PairedKind = (typeof PAIRED_KINDS)[number];

/** Why a code can't be paired. tooMany: too many wrong ones in ten minutes. */
export const CODE_PROBLEMS = ['wrong', 'expired', 'tooMany'] as const;
export type CodeProblem = (typeof CODE_PROBLEMS)[number];

/** The outcomes of pairing by a code. full: the venue has reached its limit. */
export const PAIRING_OUTCOMES = ['paired', 'full', ...CODE_PROBLEMS] as const;
export type PairingOutcome = (typeof PAIRING_OUTCOMES)[number];
