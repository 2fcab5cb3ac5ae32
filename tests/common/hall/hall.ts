import type { MatchBackend, TablesBackend } from '../../../src/backend/contract.ts';
import { alwaysShowing } from '../../../src/core/television/programme.ts';
import { randomFrom } from '../../../src/core/random-from.ts';
import { fakeVenue, type Call, type Who } from '../../unit/fakes/venue.ts';
import {
  openOverlay,
  openPad,
  openPhone,
  openTelevision,
  type Gadget,
  type Pad,
  type Phone,
  type World,
} from './gadgets.ts';
import { createFolding } from './folding.ts';
import type { Pages } from './released.ts';
import type { State } from './states.ts';
import type { HallTime } from './time.ts';
import { truthOf, type Truth } from './truth.ts';

/* A venue with three tables, its screens, and the devices of those who score and of the staff. */

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

export interface HallTable {
  readonly id: string;
  readonly token: string;
  readonly game: 'eight-ball' | 'snooker';
  readonly truths: Map<string, Truth>;
}

/** Somebody with a pad at a table. */
export interface Seat {
  readonly table: HallTable;
  readonly pad: Pad;
  /** Who its entries are by. */
  readonly by: string;
  readonly who: Who;
  /** Ends its rights. */
  readonly revoke: () => Promise<void>;
  /** How long each match's log was when that happened; null before. */
  revoked: ReadonlyMap<string, number> | null;
  /** Until when it is at its daily limit. */
  limitedMillis: number;
}

/** An action that somebody tapped. */
export interface Tapped {
  readonly seat: Seat;
  readonly match: string;
  readonly atMillis: number;
  /** How many moves of the match were scored before it, as they saw; null for what is no move, and for a mistake. */
  readonly place: number | null;
  /** The entries of its log that they saw. */
  seen: number;
  /** How often they answered a question about it. */
  answers: number;
  isDropped: boolean;
}

/** A change of the list that a phone sent. */
interface Change {
  readonly phone: Gadget<unknown>;
  readonly entry: string;
  /** Whether its person was told what became of it. */
  isDismissed: boolean;
}

/** Names as people type them: long ones, and in three scripts. */
const NAMES = [
  'Youssef El Amrani-Bouchentouf de la Médina',
  'سلمى بنت عبد الرحمن الإدريسي',
  'Élodie Lefèvre 🎱',
  'Zoë',
  'ⵢⵓⵙⴼ',
  'Mehdi Ben Abdeslam El Ouazzani Touhami',
  'عبد الحق',
];

/** Adds the tables beside the first. */
export const addTables = async (tables: TablesBackend): Promise<void> => {
  await tables.addTable('Table 2', 'pool');
  await tables.addTable('Table 3', 'snooker');
};

export interface HallOptions {
  /** Sees what the server is asked to change. */
  readonly onCall?: ((call: Call) => void) | undefined;
  /** The last release, whose pages half of the devices run at first. */
  readonly released?: Pages | null;
}

export const openHall = async (
  time: HallTime,
  seed: number,
  { onCall, released = null }: HallOptions = {},
) => {
  const random = randomFrom(seed);
  const reached = new Map<State, number>();
  const venue = fakeVenue(random, onCall);
  const world: World = { time, random, venue, released, broken: [] };
  const owner = venue.connect({ owner: 'me' });
  const tapped = new Map<string, Tapped>();
  /** What devices were told is stored, and when first. */
  const acknowledged = new Map<string, number>();
  const names = new Set<string>();
  let people = 0;
  let added = 0;

  const hall = {
    ...world,
    owner,
    reached,
    reach: (state: State): void => void reached.set(state, (reached.get(state) ?? 0) + 1),
    between: (low: number, high: number): number => low + (high - low) * random(),
    happens: (chance: number): boolean => random() < chance,
    pick: <Value>(values: readonly Value[]): Value | undefined =>
      values[Math.floor(random() * values.length)],
    /** A new name. */
    named: (): string => {
      const name = `${NAMES[(people += 1) % NAMES.length] ?? ''} ${people}`;
      names.add(name);
      return name;
    },
    names,
    tapped,
    acknowledged,
    mistakes: new Set<string>(),
    /** Changes of the list that phones sent, by their ids. */
    changes: new Map<string, Change>(),
    /** Whether people tap and devices fail. */
    isBusy: true,
    /** Has somebody sit at a pad. */
    watch: (_seat: Seat): void => {},
    log: (match: string) => venue.log(match),
    folding: createFolding(venue, time, (state) => hall.reach(state)),
  };

  const [first] = (await owner.tables.listTables()).tables;
  if (!first) throw new Error('no table was made');
  await addTables(owner.tables);
  const tables = (await owner.tables.listTables()).tables.map(({ id, token, kind }): HallTable => ({
    id,
    token,
    game: kind === 'pool' ? 'eight-ball' : 'snooker',
    truths: new Map(),
  }));

  /** Notes what the server tells a pad. */
  const noting = (matches: MatchBackend): MatchBackend => ({
    ...matches,
    appendActions: async (match, afterSeq, actions, board) => {
      const answer = await matches.appendActions(match, afterSeq, actions, board);
      if (answer.outcome === 'ok') {
        for (const { id } of actions) if (!acknowledged.has(id)) acknowledged.set(id, time.now());
      }
      if (answer.outcome === 'stale') hall.reach('a stale append');
      if (answer.outcome === 'tooMany') hall.reach('a link at its daily limit');
      return answer;
    },
    beginMatch: async (begun) => {
      const answer = await matches.beginMatch(begun);
      hall.reach(answer.outcome === 'ok' ? 'a match begun' : 'a match begun on another’s heels');
      return answer;
    },
  });

  const seats: Seat[] = [];
  const sit = async (table: HallTable, name: string, isRemote = false): Promise<Seat> => {
    const made = isRemote
      ? venue.letIn('me', name, 'remote', table.id)
      : await owner.tables.addScorerLink(table.id, name, null, { kind: 'scorer' });
    const { id, secret } = made;
    const who: Who = isRemote ? { device: secret } : { link: secret };
    const seat: Seat = {
      table,
      pad: openPad(world, name, who, id, table.id, noting),
      by: id,
      who,
      revoke: async () => {
        seat.revoked = new Map(venue.matches().map((match) => [match, venue.log(match).length]));
        if (isRemote) venue.removeDevice(id);
        else await owner.tables.revokeScorerLink(id);
      },
      revoked: null,
      limitedMillis: 0,
    };
    seats.push(seat);
    return seat;
  };
  for (const [index, table] of tables.entries()) {
    await sit(table, `${index + 1} link`);
    if (index === 0) await sit(table, `${index + 1} other link`);
    if (index === 2) await sit(table, `${index + 1} remote`, true);
  }

  const staff = ['Karim', 'Bar tablet'].map((title) => {
    const { id, secret } = venue.letIn('me', title, 'service');
    const device = { id, title, role: 'service', table: null } as const;
    const phone: Phone = openPhone(world, title, secret, device, ({ id: op, entry }) => {
      if (phone.isOld()) hall.reach('a change of the list on a released page');
      if (!hall.changes.has(op)) hall.changes.set(op, { phone, entry, isDismissed: false });
    });
    return { id, phone };
  });
  const overlays = tables.slice(0, 2).map((table, index) => ({
    table,
    overlay: openOverlay(world, `overlay ${index + 1}`, table.token),
  }));
  const television = openTelevision(world, 'television');
  await time.runUntil(time.now() + 5 * SECOND);
  const view = television.part().$view.get();
  await owner.televisions.pairTelevision(view.status === 'pairing' ? (view.code ?? '') : '', {
    title: 'Arena',
    tableId: null,
    query: '',
    programme: { ...alwaysShowing('tables'), turns: ['tables', 'waiting'] },
  });

  return Object.assign(hall, {
    tables,
    seats,
    sit,
    staff,
    overlays,
    television,
    gadgets: (): readonly Gadget<unknown>[] => [
      ...seats.map(({ pad }) => pad),
      ...staff.map(({ phone }) => phone),
      ...overlays.map(({ overlay }) => overlay),
      television,
    ],
    /** The owner adds a party to the list. */
    addParty: async (): Promise<void> => {
      const newId = (): string => `99999999-0000-4000-8000-${String((added += 1)).padStart(12, '0')}`;
      const ids = { id: newId(), entry: newId(), before: null };
      const party = { name: hall.named(), name2: null, size: 2, wants: 'any', wantedId: null } as const;
      await owner.waiting.changeWaiting({ ...ids, ...party, kind: 'add', tableId: null, replace: false });
    },
    /** What is really played at a table; null before its first match. */
    truthAt: ({ id, truths }: HallTable): Truth | null => truths.get(venue.board(id).match ?? '') ?? null,
    /** Notes a match that began. */
    noteTruth: async ({ id, game, truths }: HallTable): Promise<void> => {
      const match = venue.board(id).match ?? '';
      if (truths.has(match)) return;
      const { match: record } = await owner.matches.getLog(match, 0);
      if (record.game === game) truths.set(match, truthOf(record));
    },
  });
};

export type Hall = Awaited<ReturnType<typeof openHall>>;
