import type { Subject } from '../follow/follow.ts';
import type { PublicTournament } from './shown.ts';

/* How a tournament's public page follows it: it only asks. */

export type FollowedTournament =
  | { readonly kind: 'loading' | 'unknown' | 'gone' | 'failed' }
  | { readonly kind: 'shown'; readonly shown: PublicTournament };

/** How often to ask for one that goes on, and for any other. */
const OPEN_MILLIS = 15_000;
const STILL_MILLIS = 5 * 60_000;

export const TOURNAMENT: Subject<FollowedTournament, FollowedTournament, never> = {
  joinMillis: 0,
  gapMillis: 1000,
  overlaps: false,
  restsHidden: true,
  pollMillis: ({ known }) =>
    known.kind === 'failed' || (known.kind === 'shown' && !known.shown.isClosed) ? OPEN_MILLIS : STILL_MILLIS,
  receive: (_state, { answer }) => ({ known: answer }),
  onMessage: (known) => ({ known }),
  fail: ({ known }) => (known.kind === 'loading' ? { kind: 'failed' } : known),
};
