import type { Op, WaitingList } from '../../core/room/list.ts';
import type { Environment } from '../../browser/browser.ts';
import { createKept, type Kept } from '../../browser/kept.ts';

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
