import type { TableKind } from '../../rules/table-kind.ts';
import type { Fixture, NewFact } from '../tournament/facts.ts';
import type { MatchOrder } from '../tournament/order.ts';
import type { PartyFields } from './party.ts';
import type { TableFacts } from './table-state.ts';

/** A venue's waiting list for its own screens, and the changes they can make. */

/** Where a party wants to play: any table, the first of a kind, or one table. */
export type Wish =
  | { readonly wants: 'any' | TableKind; readonly wantedId: null }
  | { readonly wants: 'table'; readonly wantedId: string };

export type Party = PartyFields & Wish;

/** `left` ends a waiting party, `done` a playing one. */
export const ENTRY_STATES = ['waiting', 'called', 'away', 'missed', 'playing', 'left', 'done'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export const OP_KINDS = [
  'add',
  'edit',
  'place',
  'call',
  'uncall',
  'start',
  'away',
  'missed',
  'back',
  'leave',
  'free',
  'move',
  'undo',
] as const;
export type OpKind = (typeof OP_KINDS)[number];

/** The author of a change: a device's or an account's id. Accounts have no name. */
export interface Doer {
  readonly id: string;
  readonly name: string | null;
}

/** The fields of an entry that ops change. */
export type EntryFields = Party & {
  readonly state: EntryState;
  /** The table it was called to, or plays at. */
  readonly tableId: string | null;
  /** Orders the entries: greater than the places of those before it. */
  readonly place: number;
  readonly calledAtMillis: number | null;
  readonly startedAtMillis: number | null;
};

/** The last op that changed an entry. */
export interface LastOp {
  readonly id: string;
  /** Null if the server no longer knows it, because ops are kept for a day. */
  readonly kind: OpKind | null;
  readonly atMillis: number;
  readonly by: Doer | null;
  /** The entry's fields before the op; null if it didn't exist or can't be restored any more. */
  readonly was: EntryFields | null;
}

export type PartyEntry = EntryFields & {
  readonly id: string;
  /** The match of a tournament that it was called for. */
  readonly fixture: Fixture | null;
  readonly joinedAtMillis: number;
  readonly lastOp: LastOp;
};

/** A table that isn't archived. */
export interface RoomTable extends TableFacts {
  readonly id: string;
  readonly title: string;
  readonly kind: TableKind;
}

export interface WaitingList {
  /** Increases with every change. */
  readonly seq: number;
  /** Announces every change as `{seq}`. */
  readonly topic: string;
  /** Whether screens and boards show names in full. */
  readonly fullNames: boolean;
  readonly serverMillis: number;
  /** In the owner's order. */
  readonly tables: readonly RoomTable[];
  /** In the list's order. Ended entries stay while they can be undone. */
  readonly entries: readonly PartyEntry[];
}

/** A change to an entry, without its author and base. */
export type Change =
  /**
   * `tableId` starts it there at once; `replace` ends the party that is playing there. A pair of a tournament is called
   * there instead, for its match. `order` is what is ordered for it, and `facts` are the outcomes that the call stands on.
   */
  | ({
      readonly kind: 'add';
      readonly tableId: string | null;
      readonly replace: boolean;
      readonly fixture?: Fixture;
      readonly order?: MatchOrder;
      readonly facts?: readonly NewFact[];
    } & Party)
  | ({ readonly kind: 'edit' } & Party)
  /** Moves it before another entry, or to the end. */
  | { readonly kind: 'place'; readonly next: string | null }
  | { readonly kind: 'call' | 'move'; readonly tableId: string }
  | { readonly kind: 'start'; readonly tableId: string; readonly replace: boolean }
  | { readonly kind: 'uncall' | 'away' | 'missed' | 'back' | 'leave' | 'free' }
  /** Undoes the entry's last op, together with its linked changes. */
  | { readonly kind: 'undo' };

/** One change as sent: the device chooses both ids. */
export type Op = Change & {
  readonly id: string;
  readonly entry: string;
  /** The entry's last op that the device knows, which an undo undoes; null for an add. */
  readonly before: string | null;
};

export const OP_OUTCOMES = ['done', 'already', 'refused', 'bad', 'full'] as const;
export type OpOutcome = (typeof OP_OUTCOMES)[number];

/**
 * Why an op failed.
 * Refused: the entry has `changed`, its `state` doesn't allow it, there is no such `place`, the `table` is taken or
 * `closed` (out of use, archived), it is too `late` to undo, a tournament's `match` or one of its players has another
 * party, or `facts` that a call stands on have changed.
 * Bad: the `op`, its `name`, `size` or `wants` is invalid.
 * Full: the `list`, the tournament's `facts`, or the limit per `minute`.
 */
export const OP_REASONS = [
  'changed',
  'state',
  'place',
  'table',
  'closed',
  'late',
  'match',
  'facts',
  'op',
  'name',
  'size',
  'wants',
  'list',
  'minute',
] as const;
export type OpReason = (typeof OP_REASONS)[number];

export const OP_RETRIES = ['done', 'table'] as const;
export type OpRetry = (typeof OP_RETRIES)[number];

/** The result of an op. */
export interface OpResult {
  readonly outcome: OpOutcome;
  /** Null if the op is done, now or earlier. */
  readonly reason: OpReason | null;
  /** The conflicting op: the last one of the entry itself, or of the party at the table. */
  readonly inTheWay: { readonly entry: string; readonly kind: OpKind; readonly by: Doer | null } | null;
  /**
   * What would become of a refused op, other than an undo, based on the entry's last op: `done`, or `table` if only a
   * party at the table is in the way. Null if it can't be done.
   */
  readonly retry: OpRetry | null;
}

export const SIZES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** How long an entry's last op can be undone. */
export const UNDO_MILLIS = 10 * 60_000;
/** How long after a call a party may be marked as a no-show. */
export const MISSED_MILLIS = 5 * 60_000;

/** Whether an entry is active, not just kept for an undo. */
export const isAlive = ({ state }: Pick<PartyEntry, 'state'>): boolean =>
  state !== 'left' && state !== 'done';

/** Whether an entry is in the queue, even if it is called, away or a no-show. */
export const isQueued = (entry: Pick<PartyEntry, 'state'>): boolean =>
  isAlive(entry) && entry.state !== 'playing';

/** Whether a party is none of a tournament's pairs. */
export const isGuest = ({ fixture }: Pick<PartyEntry, 'fixture'>): boolean => fixture === null;
