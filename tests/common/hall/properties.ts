import { isDeepStrictEqual } from 'node:util';
import { spreadMillis } from '../../../src/core/back-off.ts';
import { fold } from '../../../src/core/match/fold.ts';
import { isSame } from '../../../src/core/match/rebase.ts';
import { isShown, sentBoard } from '../../../src/core/match/sent-board.ts';
import { FAILED_MILLIS } from '../../../src/core/room/follow-room.ts';
import { isAlive, type RoomTable, type WaitingList } from '../../../src/core/room/list.ts';
import { stateOf } from '../../../src/core/room/table-state.ts';
import { callsOf } from '../../../src/core/television/waiting.ts';
import { Broken, type Property } from './broken.ts';
import type { Gadget } from './gadgets.ts';
import { MINUTE, SECOND, type Hall } from './hall.ts';
import { CALM } from './network.ts';
import { lookAtPad } from './people.ts';

const hold = (property: Property, holds: boolean, what: () => string): void => {
  if (!holds) throw new Broken(property, what());
};

const equal = (property: Property, one: unknown, other: unknown, what: string): void =>
  hold(
    property,
    isDeepStrictEqual(one, other),
    () => `${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`,
  );

/** Tables without the time of the last score, which isn't announced. */
const announced = (tables: readonly RoomTable[] | undefined) =>
  tables?.map(({ match, ...table }) => ({ ...table, match: match && { id: match.id, over: match.over } }));

/** News that is younger may be on its way. */
const WAY_MILLIS = 400;
/** A page's clock is as wrong as half of a request's way, and as quartz drifts. */
const OFFSET_MILLIS = 500;
/** A tap reaches the server within this, if it is online. */
const TAP_MILLIS = 10 * SECOND;
/** More than anybody is asked about one tap. */
const MOST_ANSWERS = 8;
/** More than any page polls while all is well. */
const MOST_REQUESTS = 25;

/** Ended parties stay until their end can't be undone, which no message tells. */
const aliveIn = (list: WaitingList | null) =>
  list?.entries.filter(isAlive).map(({ id, state, tableId }) => [id, state, tableId]);

/** Which devices are looked at. A released page keeps its faults: it may be late. */
type IsChecked = (gadget: Gadget<unknown>) => boolean;
const isNewest: IsChecked = ({ isOld }) => !isOld();
const isAny: IsChecked = () => true;

/** The boards on screens, as soon as faults are over. */
const checkBoards = (hall: Hall, isChecked: IsChecked): void => {
  const { venue, tables, overlays, television } = hall;
  for (const { table, overlay } of overlays)
    if (isChecked(overlay))
      equal('screens', overlay.part().$live.get().board, venue.board(table.id), overlay.name);
  if (!isChecked(television)) return;
  const shown = television.part().tables.$tables.get();
  equal(
    'screens',
    shown.map(({ id }) => id),
    tables.map(({ id }) => id),
    'the television’s tables',
  );
  for (const { id, $live } of shown) equal('screens', $live.get().board, venue.board(id), 'the television');
};

/** The list on screens and phones, whose polls are rarer. */
const checkLists = (hall: Hall, isChecked: IsChecked): void => {
  const { venue, television } = hall;
  const room = venue.waiting('me').list();
  for (const { phone } of hall.staff) {
    if (!isChecked(phone)) continue;
    const own = phone.part().room.$room.get().list;
    equal('screens', aliveIn(own), aliveIn(room), phone.name);
    equal('tables', announced(own?.tables), announced(room.tables), phone.name);
  }
  if (!isChecked(television)) return;
  const view = television.part().$view.get();
  const list = view.status === 'paired' ? view.assignment.programme.waiting : null;
  const due = venue.waiting('me').forScreens();
  equal('screens', list?.parties, due.parties, 'the television’s list');
  equal('screens', announced(list?.tables), announced(due.tables), 'the television’s list');
  const calls = list ? callsOf(list).calls.map(({ party }) => party.id) : [];
  equal('called', calls.length, new Set(calls).size, 'calls on the television');
};

/** Those that still may score, and don't wait at a limit. */
const working = ({ seats, time }: Hall) =>
  seats.filter(({ revoked, limitedMillis }) => revoked === null && limitedMillis < time.now());

const checkMatches = (hall: Hall): void => {
  const { tables, mistakes, venue } = hall;
  for (const { truths, id: table } of tables) {
    for (const { id, rules, start, moves } of truths.values()) {
      const entries = hall.log(id);
      const ids = entries.map((entry) => entry.id);
      hold('once', new Set(ids).size === ids.length, () => `an entry of ${id} is there twice`);
      const { lines, state } = fold(rules, start, entries);
      const counting = lines.filter(
        ({ fate, action }) => fate.status === 'counts' && action.kind !== 'set' && !mistakes.has(action.id),
      );
      for (const [index, { effective, action }] of counting.entries()) {
        const move = moves[index];
        hold(
          'once',
          move !== undefined && isSame(effective, move),
          () =>
            `${JSON.stringify(effective)} (${action.id}) is number ${index + 1} of match ${id}, where ${JSON.stringify(move)} was played`,
        );
      }
      // Undone as if neither had ever been.
      const undone = new Set(
        lines.flatMap(({ fate, action }) => (fate.status === 'undone' ? [action.id] : [])),
      );
      const never = entries.filter((entry) => !undone.has(entry.id) && entry.kind !== 'undo');
      equal('undo', fold(rules, start, never).state, state, `match ${id}`);
      if (venue.board(table).match === id) {
        hold(
          'screens',
          isShown(sentBoard(rules, state), venue.board(table)),
          () => `the board of ${id} isn’t its fold`,
        );
        equal('kept', venue.board(table).seq, entries.length, `the board of ${id}`);
      }
      for (const [own, { place, match, seat, isDropped }] of hall.tapped) {
        if (match !== id || place === null || isDropped) continue;
        if (seat.pad.disk.actions().includes(own)) continue;
        hold(
          'kept',
          counting.length > place,
          () => `${own} of ${seat.pad.name} is neither scored nor unsent`,
        );
        // A pad drops what others scored, and nobody taps anything again otherwise.
        const isOthers = ({ action, effective }: (typeof lines)[number]): boolean =>
          action.by !== seat.by && isSame(effective, moves[place] as never);
        const isTwice =
          counting[place]?.action.by === seat.by &&
          !lines.some((line) => line.fate.status === 'undone' && isOthers(line));
        hold('kept', ids.includes(own) || !isTwice, () => `${seat.pad.name} forgot ${own}`);
      }
    }
  }
};

const checkPads = (hall: Hall): void => {
  const stored = new Set(hall.venue.matches().flatMap((match) => hall.log(match).map(({ id }) => id)));
  for (const id of hall.acknowledged.keys()) hold('kept', stored.has(id), () => `${id} was acknowledged`);
  for (const { pad, table } of working(hall)) {
    const { current, matches } = pad.part().sync.$table.get();
    equal('kept', current, hall.venue.board(table.id).match, `the match of ${pad.name}`);
    for (const { id, pending, clocks, log, questions } of Object.values(matches)) {
      equal(
        'kept',
        [...pending, ...clocks].map((action) => action.id),
        [],
        `unsent actions of ${pad.name}`,
      );
      if (id === current)
        equal(
          'kept',
          log.actions.map((action) => action.id),
          hall.log(id).map((entry) => entry.id),
          `the log of ${pad.name}`,
        );
      const asked = new Set(questions.flatMap(({ actions }) => actions.map((action) => action.id)));
      for (const { answers } of [...asked].flatMap((own) => hall.tapped.get(own) ?? []))
        hold('rest', answers <= MOST_ANSWERS, () => `${pad.name} asks for the ${answers}th time`);
    }
  }
  for (const { pad, by, revoked, table } of hall.seats) {
    for (const match of hall.venue.matches()) {
      const since = revoked ? hall.log(match).slice(revoked.get(match) ?? 0) : [];
      hold(
        'rights',
        !since.some((entry) => entry.by === by),
        () => `${pad.name} scored after it was revoked`,
      );
      const foreign = !table.truths.has(match) && hall.tables.some(({ truths }) => truths.has(match));
      hold(
        'rights',
        !foreign || !hall.log(match).some((entry) => entry.by === by),
        () => `${pad.name} scored elsewhere`,
      );
    }
  }
};

const checkClocks = (hall: Hall, isChecked: IsChecked): void => {
  const now = hall.time.now();
  const agree = (name: string, ownMillis: number): void =>
    hold(
      'clocks',
      Math.abs(ownMillis - now) <= OFFSET_MILLIS,
      () => `${name} is ${ownMillis - now} ms ahead`,
    );
  const pads = working(hall).filter(({ pad }) => isChecked(pad));
  for (const { pad } of pads) agree(pad.name, pad.part().sync.serverMillis());
  for (const { overlay } of hall.overlays)
    if (isChecked(overlay))
      agree(overlay.name, overlay.now() + (overlay.part().$live.get().offset?.offsetMillis ?? Infinity));
  const { $offset, now: own } = hall.television.part().time;
  if (isChecked(hall.television)) agree('the television', own() + ($offset.get()?.offsetMillis ?? Infinity));
  for (const { pad, table } of pads) {
    const scored = pad.part().scoring.$scored.get();
    equal('clocks', scored?.clock, hall.venue.board(table.id).clock, `the clock of ${pad.name}`);
  }
  for (const { truths } of hall.tables) {
    for (const match of truths.keys()) {
      for (const { id, atMillis } of hall.log(match)) {
        hold('clocks', atMillis <= now, () => `${id} is in the future`);
        const tapped = hall.tapped.get(id);
        const toldMillis = hall.acknowledged.get(id);
        if (!tapped || tapped.answers > 0 || toldMillis === undefined) continue;
        // A clock that is set meanwhile can't tell.
        if (tapped.seat.pad.jumps.some((at) => at >= tapped.atMillis && at <= toldMillis)) continue;
        const late = atMillis - tapped.atMillis;
        hold(
          'clocks',
          Math.abs(late) <= TAP_MILLIS,
          () => `${id} of ${tapped.seat.pad.name} was ${late} ms later`,
        );
      }
    }
  }
};

/** Notes a table with two parties, after a change of the list: a phone would take what is thrown for an answer. */
export const noteTables = ({ venue, broken }: Hall): void => {
  const { entries } = venue.waiting('me').list();
  for (const state of ['called', 'playing']) {
    const at = entries.filter((entry) => entry.state === state).map(({ tableId }) => tableId);
    if (at.length > new Set(at).size) broken.push(new Broken('called', `two parties ${state} at a table`));
  }
};

const checkRoom = (hall: Hall): void => {
  const { venue, staff, television, names } = hall;
  const list = venue.waiting('me').list();
  const last = new Map<string, string>();
  for (const { id, kind, before, entry } of venue.waiting('me').done()) {
    const known = last.get(entry) ?? null;
    hold(
      kind === 'call' ? 'called' : 'kept',
      known === before,
      () => `${kind} of ${entry} by somebody who hadn’t seen its last change`,
    );
    last.set(entry, id);
  }
  const states = list.tables.map(stateOf);
  for (const { phone } of staff) {
    const own = phone.part().room.$room.get().list;
    equal('tables', own?.tables.map(stateOf), states, phone.name);
  }
  const taken = venue.waiting('me').taken();
  for (const [id, { phone, entry, isDismissed }] of hall.changes) {
    const isLater =
      [...hall.changes].findLast(([, one]) => one.phone === phone && one.entry === entry)?.[0] !== id;
    const isStored = phone.lasting.getItem('room-changes-1')?.includes(id) === true;
    hold(
      'kept',
      taken.has(id) || isLater || isStored || isDismissed,
      () => `${phone.name} forgot its change ${id}`,
    );
  }
  const view = television.part().$view.get();
  const shown = view.status === 'paired' ? view.assignment.programme.waiting : null;
  equal('tables', shown?.tables.map(stateOf), states, 'the television');
  const said = [
    ...list.entries.flatMap(({ name, name2 }) => [name, name2]),
    ...(shown?.parties ?? []).map(({ name }) => name),
    ...hall.tables.flatMap(({ id, truths }) => {
      const { p1, p2, match } = venue.board(id);
      return truths.has(match ?? '') ? [p1, p2] : [];
    }),
    ...[...hall.folding.results.values()].flatMap(({ result }) => {
      const { p1, p2 } = (result ?? {}) as { p1?: string; p2?: string };
      return p1 === undefined || p1.startsWith('PLAYER') ? [] : [p1, p2];
    }),
  ];
  for (const name of said)
    hold('names', name == null || names.has(name), () => `nobody is called ${name ?? ''}`);
};

const checkResults = async (hall: Hall): Promise<void> => {
  await hall.folding.fold();
  for (const { truths } of hall.tables) {
    for (const [id, { rules, start }] of truths) {
      const { state, lines } = fold(rules, start, hall.log(id));
      const isPlayed = lines.some(
        ({ fate, effective }) => fate.status === 'counts' && effective.kind !== 'set',
      );
      const stored = hall.folding.results.get(id)?.result as { s1: number; s2: number; over: boolean } | null;
      const { s1, s2 } = rules.board(state);
      const expected = isPlayed ? [s1, s2, rules.moves(state).length === 0] : null;
      equal('results', stored ? [stored.s1, stored.s2, stored.over] : null, expected, `the result of ${id}`);
    }
  }
};

/** Waits in a hall where nothing fails and nobody taps, and checks everything. */
export const checkCalm = async (hall: Hall): Promise<void> => {
  const { time, broken } = hall;
  await time.runUntil(time.now() + 2 * SECOND);
  // What is sent only now has its own time.
  const arrived = async (): Promise<void> => {
    while (time.now() - hall.venue.changedMillis() < WAY_MILLIS) await time.runUntil(time.now() + WAY_MILLIS);
  };
  await arrived();
  checkBoards(hall, isNewest);
  const failed = Math.max(time.now(), ...hall.gadgets().map((gadget) => gadget.client().failsMillis));
  await time.runUntil(failed + spreadMillis(FAILED_MILLIS, 1) + WAY_MILLIS);
  await arrived();
  checkLists(hall, isNewest);
  // A request that was lost before fails only now.
  await time.runUntil(time.now() + TAP_MILLIS);
  checkClocks(hall, isNewest);
  // Now nothing fails, so every screen hears of a change at once.
  await hall.addParty();
  await time.runUntil(time.now() + 2 * SECOND);
  await arrived();
  checkLists(hall, isNewest);
  // Requests are lost, though no connection breaks: only the pads themselves can know.
  for (const table of hall.tables) hall.truthAt(table)?.happen(hall.random);
  for (const seat of hall.seats) {
    if (seat.revoked) continue;
    seat.pad.setWeather({ ...CALM, lost: 1 });
    lookAtPad(hall, seat);
  }
  await time.runUntil(time.now() + SECOND);
  for (const { pad } of hall.seats) pad.setWeather(CALM);
  await time.runUntil(time.now() + 1.5 * MINUTE);
  // Another pad may come meanwhile.
  const before = hall.gadgets().map((gadget) => [gadget, gadget.asked()] as const);
  await time.runUntil(time.now() + MINUTE);
  for (const [{ name, asked }, earlier] of before) {
    const now = asked() - earlier;
    hold('rest', now <= MOST_REQUESTS, () => `${name} asked ${now} times in a minute`);
  }
  const [first] = broken;
  if (first) throw first;
  checkMatches(hall);
  checkPads(hall);
  checkClocks(hall, isAny);
  checkRoom(hall);
  checkBoards(hall, isAny);
  checkLists(hall, isAny);
  await checkResults(hall);
};
