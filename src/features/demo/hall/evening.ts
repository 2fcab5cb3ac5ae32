import { sentBoard } from '../../../core/match/sent-board.ts';
import { randomFrom } from '../../../core/random-from.ts';
import type { SentBoard } from '../../../core/match/protocol.ts';
import { isQueued, type PartyEntry, type RoomTable, type WaitingList } from '../../../core/room/list.ts';
import { fits } from '../../../core/room/queue.ts';
import type { Seat } from '../../../core/room/table-state.ts';
import type { GameName } from '../../../games/boards.ts';
import { gameOf, type AnyGame } from '../../../games/games.ts';
import { toAction, type Action } from '../../../rules/log.ts';
import { isRefusal } from '../../../rules/rules.ts';
import type { TableKind } from '../../../rules/table-kind.ts';
import { shortMatch, type DemoMatch } from '../games.ts';

/*
 * An evening in a venue, played by the games' rules. It follows from its seed alone. Real evenings have the same events
 * some minutes apart; here a visitor sees one every few seconds.
 */

export interface Setting {
  readonly seed: number;
  /** When it begins, in milliseconds since the epoch. */
  readonly beginsMillis: number;
  /** The guests: at least two for each table and ten more. */
  readonly guests: readonly string[];
  readonly tables: readonly Pick<RoomTable, 'id' | 'title' | 'kind'>[];
  /** The topic of the list's changes. */
  readonly topic: string;
}

/** A match that begins at a table, and its board before the first action. */
export interface Beginning extends DemoMatch {
  readonly match: string;
  readonly rules: number;
  readonly board: SentBoard;
}

/** What happens at one moment: at a table, in the waiting list, or both. */
export interface Happening {
  readonly atMillis: number;
  readonly begun: { readonly table: string; readonly beginning: Beginning } | null;
  readonly played: {
    readonly table: string;
    readonly actions: readonly Action[];
    readonly board: SentBoard;
    /** When the visit in progress began; null if visits aren't timed. */
    readonly visitAtMillis: number | null;
  } | null;
  /** The list after it. */
  readonly list: WaitingList;
}

const GAMES: Readonly<Record<TableKind, GameName>> = { pool: 'eight-ball', snooker: 'snooker' };

/** Milliseconds, from the shortest to the longest. */
const PAUSES = {
  join: [14_000, 30_000],
  rack: [18_000, 40_000],
  stroke: [2500, 6000],
  frame: [6000, 8000],
  over: [9000, 14_000],
  free: [3000, 6000],
  come: [9000, 14_000],
} as const;
/** No party joins a longer queue. */
const LONGEST_QUEUE = 5;
/** How many parties take any table. */
const EASY = 0.3;
/** How often a player pots. */
const POTS = 0.7;

interface Playing extends Beginning {
  readonly game: GameName;
  readonly by: AnyGame;
  readonly state: object;
  readonly visitAtMillis: number | null;
}

interface Place {
  readonly table: Setting['tables'][number];
  nextMillis: number;
  entry: PartyEntry | null;
  playing: Playing | null;
  scoredAtMillis: number;
  startedAtMillis: number;
}

const seat = ({ id, name, name2 }: PartyEntry, sinceMillis: number): Seat => ({
  entry: id,
  name,
  name2,
  sinceMillis,
});

const isOver = ({ board }: Playing): boolean => board.result !== null;

const tableOf = ({ table, entry, playing, startedAtMillis, scoredAtMillis }: Place): RoomTable => ({
  ...table,
  outOfUse: false,
  match: playing && {
    id: playing.match,
    game: playing.game,
    over: isOver(playing),
    startedAtMillis,
    scoredAtMillis,
  },
  party: entry?.state === 'playing' ? seat(entry, entry.startedAtMillis ?? startedAtMillis) : null,
  called: entry?.state === 'called' ? seat(entry, entry.calledAtMillis ?? 0) : null,
});

/** What happens, in its order, without an end. */
export function* evening(setting: Setting): Generator<Happening, never> {
  const { seed, beginsMillis, topic } = setting;
  const chance = randomFrom(seed);
  const pause = (name: keyof typeof PAUSES): number => {
    const [shortest, longest] = PAUSES[name];
    return Math.round(shortest + chance() * (longest - shortest));
  };
  const one = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(chance() * values.length)];
  let ids = 0;
  const newId = (kind: string): string => `${kind}-${++ids}`;

  const guests = [...setting.guests];
  const tablesOf = (wanted?: TableKind): number =>
    setting.tables.filter(({ kind }) => kind === wanted).length;
  let queue: PartyEntry[] = [];
  let joinMillis = beginsMillis;
  let seq = 0;
  // The first players come one after the other.
  const places = setting.tables.map((table, index): Place => ({
    table,
    nextMillis: beginsMillis + index * 3000,
    entry: null,
    playing: null,
    scoredAtMillis: beginsMillis,
    startedAtMillis: beginsMillis,
  }));

  const guest = (): string | undefined => guests.splice(Math.floor(chance() * guests.length), 1)[0];
  const party = (atMillis: number, wants: 'any' | TableKind): PartyEntry | null => {
    const [name, name2] = [guest(), guest()];
    if (name === undefined || name2 === undefined) return null;
    const id = newId('party');
    return {
      id,
      name,
      name2,
      size: 2,
      wants,
      wantedId: null,
      state: 'waiting',
      tableId: null,
      place: ++seq,
      calledAtMillis: null,
      startedAtMillis: null,
      fixture: null,
      joinedAtMillis: atMillis,
      lastOp: { id, kind: 'add', atMillis, by: null, was: null },
    };
  };

  const listAt = (atMillis: number): WaitingList => ({
    seq: ++seq,
    topic,
    fullNames: false,
    serverMillis: atMillis,
    tables: places.map(tableOf),
    entries: [...places.flatMap(({ entry }) => (entry?.state === 'playing' ? [entry] : [])), ...queue],
  });

  const start = (place: Place, entry: PartyEntry, atMillis: number): Omit<Happening, 'atMillis' | 'list'> => {
    const { table } = place;
    const match = shortMatch(GAMES[table.kind], { p1: entry.name, p2: entry.name2 ?? '' });
    const by = gameOf(match.game);
    const format = by?.readFormat(match.start);
    if (!by || format == null) throw new Error(`no match of ${match.game} begins like this`);
    const state = by.start(format);
    const beginning = { ...match, match: newId('match'), rules: by.version, board: sentBoard(by, state) };
    queue = queue.filter(({ id }) => id !== entry.id);
    place.entry = { ...entry, state: 'playing', tableId: table.id, startedAtMillis: atMillis };
    const visitAtMillis = by.beginsVisit ? atMillis : null;
    place.playing = { ...beginning, by, state, visitAtMillis };
    place.startedAtMillis = place.scoredAtMillis = atMillis;
    place.nextMillis = atMillis + pause(table.kind === 'pool' ? 'rack' : 'stroke');
    const actions = ['clock.reset', 'clock.start'].map((kind) => ({ id: newId('action'), kind, body: {} }));
    return {
      begun: { table: table.id, beginning },
      played: { table: table.id, actions, board: beginning.board, visitAtMillis },
    };
  };

  /** A move as players make it: racks won, pots of one ball, and misses. */
  const moveOf = ({ by, state }: Playing): { readonly kind: string } | undefined => {
    const offered = by.moves(state).map((move) => ({ move, ...toAction(move) }));
    const ordinary = offered.filter(
      ({ kind, body: { balls } }) =>
        kind === 'rack' || (kind === 'pot' && Array.isArray(balls) && balls.length === 1),
    );
    const goesOn = offered.filter(({ kind }) => kind === 'nextFrame' || kind === 'endVisit');
    const isMiss = goesOn.length > 0 && (ordinary.length === 0 || chance() > POTS);
    return one(isMiss ? goesOn : ordinary)?.move ?? offered[0]?.move;
  };

  const play = (place: Place, playing: Playing, atMillis: number): Happening['played'] => {
    const { by, state } = playing;
    const move = moveOf(playing);
    const next = move ? by.apply(state, move) : null;
    if (!move || !next || isRefusal(next)) throw new Error('an offered move is refused');
    const begins = by.beginsVisit?.(move, state, next) ?? false;
    const visitAtMillis = by.turn(next) === null ? null : begins ? atMillis : playing.visitAtMillis;
    const board = sentBoard(by, next);
    const isNewFrame = by.unitsCompleted(next) > by.unitsCompleted(state);
    place.playing = { ...playing, state: next, board, visitAtMillis };
    place.scoredAtMillis = atMillis;
    place.nextMillis =
      atMillis +
      pause(board.result ? 'over' : place.table.kind === 'pool' ? 'rack' : isNewFrame ? 'frame' : 'stroke');
    return {
      table: place.table.id,
      actions: [{ id: newId('action'), ...toAction(move) }],
      board,
      visitAtMillis,
    };
  };

  /** Moves a table on; null if nothing happens there until somebody joins. */
  const stepAt = (place: Place, atMillis: number): Omit<Happening, 'atMillis' | 'list'> | null => {
    const { table, entry, playing } = place;
    const nothing = { begun: null, played: null };
    if (entry?.state === 'called') return start(place, entry, atMillis);
    if (entry && playing && !isOver(playing)) return { ...nothing, played: play(place, playing, atMillis) };
    if (entry) {
      guests.push(entry.name, entry.name2 ?? '');
      place.entry = null;
      place.nextMillis = atMillis + pause('free');
      return nothing;
    }
    if (!playing) {
      const first = party(atMillis, table.kind);
      return first && start(place, first, atMillis);
    }
    const next = queue.find((waiting) => waiting.state === 'waiting' && fits(waiting, table));
    if (!next) {
      place.nextMillis = Math.max(atMillis, joinMillis) + 1;
      return null;
    }
    const called = { ...next, state: 'called', tableId: table.id, calledAtMillis: atMillis } as const;
    queue = queue.map((waiting) => (waiting === next ? called : waiting));
    place.entry = called;
    place.nextMillis = atMillis + pause('come');
    return nothing;
  };

  const join = (atMillis: number): boolean => {
    joinMillis = atMillis + pause('join');
    const kind = one(setting.tables)?.kind;
    const isLong = queue.filter(({ wants }) => wants === kind).length > tablesOf(kind);
    const wants = kind === undefined || isLong || chance() < EASY ? 'any' : kind;
    const joined = queue.filter(isQueued).length < LONGEST_QUEUE ? party(atMillis, wants) : null;
    if (joined) queue.push(joined);
    return joined !== null;
  };

  for (;;) {
    const place = places.reduce((first, other) => (other.nextMillis < first.nextMillis ? other : first));
    const atMillis = Math.min(place.nextMillis, joinMillis);
    const step =
      place.nextMillis <= joinMillis
        ? stepAt(place, atMillis)
        : join(atMillis)
          ? { begun: null, played: null }
          : null;
    if (step) yield { atMillis, ...step, list: listAt(atMillis) };
  }
}
