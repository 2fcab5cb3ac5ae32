import { dequal } from 'dequal/lite';
import { TIME_ZONE } from '../../config/time.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import { alwaysShowing, type Programme } from './programme.ts';
import type { TelevisionWaitingList } from './waiting.ts';
import { goodForMillis, pairingPollMillis, POLL_DOUBT_MILLIS, type Waiting } from '../devices/pairing.ts';
import type { Subject } from '../follow/follow.ts';

/*
 * How a television is paired and learns what to show. It polls with its secret, and keeps showing its programme until
 * the server unpairs it.
 */

export interface ShownTable {
  /** The id in the waiting list and the programme. */
  readonly id: string;
  /** The token in its overlay link. */
  readonly token: string;
  readonly title: string;
  /** The match id of its public page; null if it has none. */
  readonly matchId: string | null;
}

/** A programme, with its contents other than boards. */
export interface ShownProgramme extends Programme {
  /** The table that fills the screen in its turn; null for none. */
  readonly tableId: string | null;
  /** The venue's name; empty if it has none. */
  readonly venue: string;
  /** The venue's zone, by its IANA name. */
  readonly timeZone: string;
  /** Null before the server has sent it. */
  readonly waiting: TelevisionWaitingList | null;
  /** The open tournament, or else the one that was closed last. As the server sent it, to be kept. */
  readonly tournament?: unknown;
}

/** The contents and look of a paired television. */
export interface Assignment {
  /** Its look, as a URL query. */
  readonly query: string;
  /** The tables that it follows. */
  readonly tables: readonly ShownTable[];
  readonly programme: ShownProgramme;
}

/** The format stored before every television had a programme. */
export type KeptAssignment = Omit<Assignment, 'programme'> & {
  readonly all?: boolean;
  readonly programme?: ShownProgramme | null;
};

const isOfNow = (kept: KeptAssignment): kept is Assignment => !('all' in kept);

/** Converts a stored assignment to the current format: all tables, or one table, become a programme of one turn. */
const broughtUp = (kept: KeptAssignment): Assignment => {
  if (isOfNow(kept)) return kept;
  const { query, tables, all = true, programme } = kept;
  const tableId = all ? null : (tables[0]?.id ?? null);
  return {
    query,
    tables,
    programme: {
      ...(programme ?? {
        ...alwaysShowing(tableId === null ? 'tables' : 'table'),
        tableId,
        venue: '',
        timeZone: TIME_ZONE,
      }),
      // The old format of tables' states isn't supported any more.
      waiting: null,
    },
  };
};

/** The server's answer to a television's secret. */
export type TelevisionAnswer = { readonly serverMillis: number } & (
  | { readonly status: 'unknown' }
  | Waiting
  | {
      readonly status: 'paired';
      readonly topic: string;
      /** The topic of the waiting list. */
      readonly room: string;
      readonly assignment: Assignment;
    }
);

/** The television's view. */
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
  /** The offset between server time and this device's. */
  readonly offset: ServerOffset | null;
}

/** The initial state, from what is stored on this device. */
export const televisionOf = (kept: KeptAssignment | null, offset: ServerOffset | null): KnownTelevision => ({
  view: kept ? { status: 'paired', assignment: broughtUp(kept) } : { status: 'starting' },
  endsMillis: 0,
  isUnknown: false,
  offset,
});

/** The topics to listen to, as one name: the television's own and the room's. */
const TOPICS = ' ';
export const topicsIn = (name: string): readonly string[] => name.split(TOPICS);

const codeGoodForMillis = ({ view, endsMillis }: KnownTelevision, atMillis: number): number =>
  goodForMillis(view.status === 'pairing' ? view.code : null, endsMillis, atMillis);

/** Whether the next request should get a code instead of the assignment. */
export const needsCode = (known: KnownTelevision, atMillis: number): boolean =>
  known.isUnknown || codeGoodForMillis(known, atMillis) <= 0;

export const TELEVISION: Subject<KnownTelevision, TelevisionAnswer, undefined> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: false,
  lostMillis: POLL_DOUBT_MILLIS,
  pollMillis: (state, atMillis) => pairingPollMillis(state, codeGoodForMillis(state.known, atMillis)),
  receive: ({ known: before, isDoubted }, { answer, sentMillis, atMillis, news }) => {
    const measured = measureOffset(sentMillis, atMillis, answer.serverMillis);
    const known = { ...before, offset: betterOffset(before.offset, measured) };
    const { view } = known;
    switch (answer.status) {
      case 'paired': {
        const { assignment, topic, room } = answer;
        const isShown = view.status === 'paired' && dequal(view.assignment, assignment);
        const shown = isShown ? view : ({ status: 'paired', assignment } as const);
        return {
          known: { ...known, view: shown, isUnknown: false },
          topic: `${topic}${TOPICS}${room}`,
        };
      }
      case 'waiting':
        // A code while paired: another client has the secret and requested one.
        if (view.status === 'paired') break;
        return {
          known: {
            ...known,
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
    // Only a second such answer, or news of a change, clears the screen.
    if (view.status === 'paired' && news !== 'included' && !isDoubted) return 'doubt';
    return { known: { ...known, view: { status: 'pairing', code: null }, isUnknown: true }, isAnew: true };
  },
  onMessage: (known) => ({ known, askAfterMillis: 0 }),
  fail: ({ known }, atMillis) => {
    const { view, endsMillis } = known;
    // Don't show an expired code.
    const isUseful = view.status === 'paired' || (view.status === 'pairing' && atMillis < endsMillis);
    return isUseful ? known : { ...known, view: { status: 'pairing', code: null } };
  },
};
