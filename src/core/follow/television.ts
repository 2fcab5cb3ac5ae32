import { dequal } from 'dequal/lite';
import type { Subject } from './follow.ts';

/* How a television is paired and learns what to show: it asks by its secret. What it shows stays until the server takes it back. */

export interface ShownTable {
  /** Of its overlay link. */
  readonly token: string;
  readonly title: string;
}

/** What a paired television is to show. */
export interface Assignment {
  /** What the venue calls the television. */
  readonly title: string;
  /** Its look, as the query of an address. */
  readonly query: string;
  /** All tables of the venue, rather than one. */
  readonly all: boolean;
  readonly tables: readonly ShownTable[];
}

/** What the server says to whoever has a television's secret. */
export type TelevisionAnswer =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'waiting';
      readonly code: string;
      readonly expiresInMillis: number;
      readonly topic: string;
    }
  | { readonly status: 'paired'; readonly topic: string; readonly assignment: Assignment };

/** What is on the screen. */
export type TelevisionView =
  /** Nothing is known yet. */
  | { readonly status: 'starting' }
  /** To be paired; without a code while none can be had. */
  | { readonly status: 'pairing'; readonly code: string | null }
  | { readonly status: 'paired'; readonly assignment: Assignment };

export interface KnownTelevision {
  readonly view: TelevisionView;
  /** When the code that is shown ends, by this device. */
  readonly endsMillis: number;
  /** The server knows nothing of its secret: it asks for a code. */
  readonly isUnknown: boolean;
}

/** While the channel is up: a message can be lost, and the desk says who was there lately. */
export const POLL_UP_MILLIS = 45_000;
export const POLL_DOWN_MILLIS = 5000;
/** After an answer that is hard to believe, and after a lost channel. */
export const POLL_DOUBT_MILLIS = 2000;
/** A code is replaced this long before it ends: the server makes another from two minutes on. */
export const RENEW_MILLIS = 110_000;

/** By what this device kept of its assignment. */
export const televisionOf = (kept: Assignment | null): KnownTelevision => ({
  view: kept ? { status: 'paired', assignment: kept } : { status: 'starting' },
  endsMillis: 0,
  isUnknown: false,
});

/** How long the code that is shown needs no other; infinite without one. */
const goodForMillis = ({ view, endsMillis }: KnownTelevision, atMillis: number): number =>
  view.status === 'pairing' && view.code !== null ? endsMillis - RENEW_MILLIS - atMillis : Infinity;

/** Whether a television asks for a code, rather than what to show. */
export const needsCode = (known: KnownTelevision, atMillis: number): boolean =>
  known.isUnknown || goodForMillis(known, atMillis) <= 0;

export const TELEVISION: Subject<KnownTelevision, TelevisionAnswer, undefined> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: false,
  lostMillis: POLL_DOUBT_MILLIS,
  pollMillis: ({ known, channel, isDoubted }, atMillis) => {
    if (isDoubted) return POLL_DOUBT_MILLIS;
    const usual = channel?.isJoined === true ? POLL_UP_MILLIS : POLL_DOWN_MILLIS;
    const goodFor = goodForMillis(known, atMillis);
    return goodFor > 0 ? Math.min(usual, goodFor) : usual;
  },
  receive: ({ known, isDoubted }, { answer, atMillis, news }) => {
    const { view } = known;
    switch (answer.status) {
      case 'paired': {
        const { assignment, topic } = answer;
        const isShown = view.status === 'paired' && dequal(view.assignment, assignment);
        const shown = isShown ? view : ({ status: 'paired', assignment } as const);
        return { known: { ...known, view: shown, isUnknown: false }, topic };
      }
      case 'waiting':
        // A code for what is paired: somebody else has the secret, and asked for it.
        if (view.status === 'paired') break;
        return {
          known: {
            view: { status: 'pairing', code: answer.code },
            endsMillis: atMillis + answer.expiresInMillis,
            isUnknown: false,
          },
          topic: answer.topic,
        };
      case 'unknown':
        break;
      default:
        answer satisfies never;
    }
    // What is on the screen goes by a second such answer alone, or when it was told that something changed.
    if (view.status === 'paired' && news !== 'included' && !isDoubted) return 'doubt';
    return { known: { ...known, view: { status: 'pairing', code: null }, isUnknown: true }, isAnew: true };
  },
  hear: (known) => ({ known, askAfterMillis: 0 }),
  fail: ({ known }, atMillis) => {
    const { view, endsMillis } = known;
    // A code that has ended is no use to anybody.
    const isUseful = view.status === 'paired' || (view.status === 'pairing' && atMillis < endsMillis);
    return isUseful ? known : { ...known, view: { status: 'pairing', code: null } };
  },
};
