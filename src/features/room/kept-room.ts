import type { Op, WaitingList } from '../../core/room/list.ts';
import type { Environment } from '../../browser/browser.ts';
import { createKept, type Kept } from '../../browser/kept.ts';

/** A venue's waiting list, stored for reading offline. */
interface KeptRoom {
  readonly who: string;
  readonly list: WaitingList;
}

/** The stored waiting list; one per browser, for whichever account or device used it last. */
export const createKeptRoom = (environment: Pick<Environment, 'lasting'>): Kept<KeptRoom> =>
  createKept(environment, 'room-2');

/** A change to the waiting list that the server hasn't answered. */
export interface KeptChange {
  readonly op: Op;
  /** When it was made, by this device's clock. */
  readonly sinceMillis: number;
}

interface KeptChanges {
  readonly who: string;
  readonly changes: readonly KeptChange[];
}

/** The changes that were unanswered when the page closed, so that the next page sends or reports them. */
export const createKeptChanges = (environment: Pick<Environment, 'lasting'>): Kept<KeptChanges> =>
  createKept(environment, 'room-changes-1');

/** A change made on this device, with the id that an undo needs; timed by this device's clock. */
export interface MadeChange {
  readonly id: string;
  readonly madeMillis: number;
}

interface KeptMade {
  readonly who: string;
  /** The latest is last. */
  readonly made: readonly MadeChange[];
}

/** This browser's changes of the last ten minutes, so that a reloaded page can still undo them. */
export const createKeptMade = (environment: Pick<Environment, 'lasting'>): Kept<KeptMade> =>
  createKept(environment, 'room-made-1');

/** Forgets everything that this browser stores of a waiting list. */
export const forgetRoom = (environment: Pick<Environment, 'lasting'>): void => {
  for (const create of [createKeptRoom, createKeptChanges, createKeptMade]) create(environment).forget();
};
