import { dequal } from 'dequal/lite';
import { goodForMillis, pairingPollMillis, POLL_DOUBT_MILLIS, type Waiting } from './pairing.ts';
import type { Subject } from './follow.ts';

/*
 * How a television is paired and learns what to show: it asks with its secret. It keeps showing the same until the server
 * withdraws it.
 */

export interface ShownTable {
  /** The token in its overlay link. */
  readonly token: string;
  readonly title: string;
}

/** What a paired television should show. */
export interface Assignment {
  /** The venue's name for the television. */
  readonly title: string;
  /** Its look, as a URL query. */
  readonly query: string;
  /** All tables of the venue, rather than one. */
  readonly all: boolean;
  readonly tables: readonly ShownTable[];
}

/** The server's answer to a television's secret. */
export type TelevisionAnswer =
  | { readonly status: 'unknown' }
  | Waiting
  | { readonly status: 'paired'; readonly topic: string; readonly assignment: Assignment };

/** What the screen shows. */
export type TelevisionView =
  /** Nothing is known yet. */
  | { readonly status: 'starting' }
  /** Waiting to be paired; the code is null while none can be fetched. */
  | { readonly status: 'pairing'; readonly code: string | null }
  | { readonly status: 'paired'; readonly assignment: Assignment };

export interface KnownTelevision {
  readonly view: TelevisionView;
  /** When the shown code expires, by this device's clock. */
  readonly endsMillis: number;
  /** The server doesn't know its secret, so it must ask for a code. */
  readonly isUnknown: boolean;
}

/** The initial state, from the assignment stored on this device. */
export const televisionOf = (kept: Assignment | null): KnownTelevision => ({
  view: kept ? { status: 'paired', assignment: kept } : { status: 'starting' },
  endsMillis: 0,
  isUnknown: false,
});

const codeGoodForMillis = ({ view, endsMillis }: KnownTelevision, atMillis: number): number =>
  goodForMillis(view.status === 'pairing' ? view.code : null, endsMillis, atMillis);

/** Whether the next request should ask for a code rather than for what to show. */
export const needsCode = (known: KnownTelevision, atMillis: number): boolean =>
  known.isUnknown || codeGoodForMillis(known, atMillis) <= 0;

export const TELEVISION: Subject<KnownTelevision, TelevisionAnswer, undefined> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: false,
  lostMillis: POLL_DOUBT_MILLIS,
  pollMillis: (state, atMillis) => pairingPollMillis(state, codeGoodForMillis(state.known, atMillis)),
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
        // A code while paired: something else has the secret and asked for one.
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
    // Only a second such answer, or being told of a change, clears the screen.
    if (view.status === 'paired' && news !== 'included' && !isDoubted) return 'doubt';
    return { known: { ...known, view: { status: 'pairing', code: null }, isUnknown: true }, isAnew: true };
  },
  hear: (known) => ({ known, askAfterMillis: 0 }),
  fail: ({ known }, atMillis) => {
    const { view, endsMillis } = known;
    // Don't show an expired code.
    const isUseful = view.status === 'paired' || (view.status === 'pairing' && atMillis < endsMillis);
    return isUseful ? known : { ...known, view: { status: 'pairing', code: null } };
  },
};
