import type { TableKind } from '../../rules/table-kind.ts';
import type { TableFacts } from './table-state.ts';

/** A venue's waiting list, as its own people see it, and what they may do to it. */

/** What a party waits for: any table, the first of a kind, or one table. */
export type Wish =
  | { readonly wants: 'any' | TableKind; readonly wantedId: null }
  | { readonly wants: 'table'; readonly wantedId: string };

/** Those who play together. Names are as typed, at most 60 letters; both may be empty for those who play unscored. */
export interface PartyFields {
  readonly name: string;
  readonly name2: string | null;
  /** 1 to 8. */
  readonly size: number;
}

export type Party = PartyFields & Wish;

/** Whom a party is called by: not by a name that was erased, and those who play unscored have none. */
export const namesOf = ({ name, name2 }: Pick<PartyFields, 'name' | 'name2'>): readonly string[] =>
  [name, name2 ?? ''].filter((one) => one !== '');

/** `left` ends a party that waited, `done` one that played. */
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

/** Who changed the list: a device's or an account's id. Accounts have no name. */
export interface Doer {
  readonly id: string;
  readonly name: string | null;
}

/** What ops change of an entry. */
export type EntryFields = Party & {
  readonly state: EntryState;
  /** The table that it is called to, or plays at. */
  readonly tableId: string | null;
  /** Greater than those of the entries before it. */
  readonly place: number;
  readonly calledAtMillis: number | null;
  readonly startedAtMillis: number | null;
};

/** The last op that changed an entry. */
export interface LastOp {
  readonly id: string;
  /** Null if the server doesn't know any more: ops are kept for a day. */
  readonly kind: OpKind | null;
  /** Of an undo, the op that it took back. */
  readonly before: string | null;
  /** The op that it came with, such as the start that ended who played there. */
  readonly partOf: string | null;
  readonly atMillis: number;
  readonly by: Doer | null;
  /** The entry as it was before; null if it wasn't there, or can't be brought back any more. */
  readonly was: EntryFields | null;
}

export type Entry = EntryFields & {
  readonly id: string;
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
  /** Grows with every change. */
  readonly seq: number;
  /** Announces every change as `{seq}`. */
  readonly topic: string;
  /** Whether screens and boards show names in full. */
  readonly fullNames: boolean;
  readonly serverMillis: number;
  /** In the owner's order. */
  readonly tables: readonly RoomTable[];
  /** In the list's order. Those that ended are here while that can be taken back. */
  readonly entries: readonly Entry[];
}

/** What somebody does to an entry, without who it is and what they saw. */
export type Change =
  /** `tableId` starts it there at once; `replace` ends who plays there. */
  | ({ readonly kind: 'add'; readonly tableId: string | null; readonly replace: boolean } & Party)
  | ({ readonly kind: 'edit' } & Party)
  /** Moves it before another entry, or to the end. */
  | { readonly kind: 'place'; readonly next: string | null }
  | { readonly kind: 'call' | 'move'; readonly tableId: string }
  | { readonly kind: 'start'; readonly tableId: string; readonly replace: boolean }
  | { readonly kind: 'uncall' | 'away' | 'missed' | 'back' | 'leave' | 'free' }
  /** Takes the entry's last op back, together with what came with it. */
  | { readonly kind: 'undo' };

/** One change, as it is sent: the device chooses both ids. */
export type Op = Change & {
  readonly id: string;
  readonly entry: string;
  /** The entry's last op that the device saw, which an undo takes back; null for an add. */
  readonly before: string | null;
};

export const OP_OUTCOMES = ['done', 'already', 'refused', 'bad', 'full'] as const;
export type OpOutcome = (typeof OP_OUTCOMES)[number];

/**
 * Why an op wasn't done. Refused: the entry has `changed`; it doesn't go with its `state`; there is no such `place`; the
 * `table` is taken, or `closed` (out of use, archived); it is too `late` to take back. Bad: the `op`, its `name`, `size` or
 * `wants`. Full: the `list`, or the `minute`.
 */
export const OP_REASONS = [
  'changed',
  'state',
  'place',
  'table',
  'closed',
  'late',
  'op',
  'name',
  'size',
  'wants',
  'list',
  'minute',
] as const;
export type OpReason = (typeof OP_REASONS)[number];

/** What became of an op. */
export interface OpResult {
  readonly outcome: OpOutcome;
  /** Null if it is done, or was already. */
  readonly reason: OpReason | null;
  /** What was in the way: the last op of an entry, its own or that of who is at the table. */
  readonly inTheWay: { readonly entry: string; readonly kind: OpKind; readonly by: Doer | null } | null;
}

export const LIST_LIMIT = 200;
export const SIZES = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The last op of an entry can be taken back for so long. */
export const UNDO_MILLIS = 10 * 60_000;
/** Who was called and didn't come may be asked about after so long. */
export const MISSED_MILLIS = 5 * 60_000;
/** What isn't playing goes so long after its last op or score. */
export const ALIVE_MILLIS = 6 * 60 * 60_000;

/** Whether an entry is on the list, and not only there to be brought back. */
export const isAlive = ({ state }: Pick<Entry, 'state'>): boolean => state !== 'left' && state !== 'done';

/** Whether an entry is in the queue, even while it is called, away or missed. */
export const isQueued = (entry: Pick<Entry, 'state'>): boolean => isAlive(entry) && entry.state !== 'playing';
