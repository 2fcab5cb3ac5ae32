import type { Act, Table } from '../../backend/contract.ts';
import type { Environment } from '../environment/browser.ts';
import type { Op, WaitingList } from '../../core/waiting/list.ts';
import { createKept, type Kept } from '../kept.ts';

/** A venue's tables, stored so that its page opens offline. */
interface StoredVenue {
  readonly who: string;
  readonly tables: readonly Table[];
  /** Missing where an older page stored it. */
  readonly may?: readonly Act[] | null;
}

export interface KeptVenue {
  /** What is known for this account or device; null for nothing. */
  readonly of: (who: string) => {
    readonly tables: readonly Table[];
    readonly may: readonly Act[] | null;
  } | null;
  readonly keep: (venue: StoredVenue) => void;
  readonly forget: () => void;
}

/** The venue that this browser remembers: one, whoever runs it. */
export const createKeptVenue = (environment: Pick<Environment, 'lasting'>): KeptVenue => {
  const kept = createKept<StoredVenue>(environment, 'venue-2');
  return {
    of: (who) => {
      const venue = kept.read();
      return venue?.who === who ? { tables: venue.tables, may: venue.may ?? null } : null;
    },
    keep: kept.keep,
    forget: kept.forget,
  };
};

/** A venue's waiting list, stored so that it is read without a network. */
interface KeptRoom {
  readonly who: string;
  readonly list: WaitingList;
}

/** The waiting list that this browser remembers: one, whoever runs the venue. */
export const createKeptRoom = (environment: Pick<Environment, 'lasting'>): Kept<KeptRoom> =>
  createKept(environment, 'room-2');

/** A change of the waiting list that the server hasn't answered. */
export interface KeptChange {
  readonly op: Op;
  /** When it was made: server time, and this device's. */
  readonly serverMillis: number;
  readonly sinceMillis: number;
}

interface KeptChanges {
  readonly who: string;
  readonly changes: readonly KeptChange[];
}

/** What wasn't answered when the page was left, so that it is made soon after, or said not to be. */
export const createKeptChanges = (environment: Pick<Environment, 'lasting'>): Kept<KeptChanges> =>
  createKept(environment, 'room-changes-1');

/** A change of the waiting list that this device made, as an undo names it; when, by this device's clock. */
export interface MadeChange {
  readonly id: string;
  readonly madeMillis: number;
}

interface KeptMade {
  readonly who: string;
  /** The latest last. */
  readonly made: readonly MadeChange[];
}

/** What this browser changed in the last ten minutes, so that a reloaded page can still undo it. */
export const createKeptMade = (environment: Pick<Environment, 'lasting'>): Kept<KeptMade> =>
  createKept(environment, 'room-made-1');
