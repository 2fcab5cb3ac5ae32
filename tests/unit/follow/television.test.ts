import { expect, test } from 'vitest';
import {
  POLL_DOUBT_MILLIS,
  POLL_DOWN_MILLIS,
  POLL_UP_MILLIS,
  RENEW_MILLIS,
} from '../../../src/core/devices/pairing.ts';
import {
  needsCode,
  TELEVISION,
  televisionOf,
  topicsIn,
  type Assignment,
  type KeptAssignment,
  type TelevisionAnswer,
} from '../../../src/core/television/follow-television.ts';
import { alwaysShowing } from '../../../src/core/television/programme.ts';
import { following, types, waits } from './following.ts';

/** How a television is paired, notified and unpaired, step by step. */

const TOPIC = 'television:1';
const ROOM = 'room:1';
const BAR: Assignment = {
  query: '',
  programme: {
    ...alwaysShowing('table'),
    tableId: '1',
    venue: '',
    timeZone: 'Africa/Casablanca',
    waiting: null,
  },
  tables: [{ id: '1', token: 'a', title: 'One', matchId: null }],
};
const ALL: Assignment = {
  ...BAR,
  programme: { ...BAR.programme, ...alwaysShowing('tables'), tableId: null },
  tables: [...BAR.tables, { id: '2', token: 'b', title: 'Two', matchId: null }],
};
const MINUTE = 60_000;

const waiting = (code = 'CDFHJK', expiresInMillis = 10 * MINUTE): TelevisionAnswer => ({
  status: 'waiting',
  serverMillis: 0,
  code,
  expiresInMillis,
  topic: TOPIC,
});
const paired = (assignment = BAR, serverMillis = 0): TelevisionAnswer => ({
  status: 'paired',
  serverMillis,
  topic: TOPIC,
  room: ROOM,
  assignment,
});
const UNKNOWN: TelevisionAnswer = { status: 'unknown', serverMillis: 0 };

/** A television's life. Its known state tells whether its last request was for a code. */
const live = (kept: KeptAssignment | null = null) => {
  const it = following(TELEVISION, televisionOf(kept, null));
  return {
    ...it,
    first: it.start(),
    view: () => it.known().view,
    asksForCode: () => needsCode(it.known(), it.now()),
    changed: () => it.tell(undefined),
  };
};

test('a new screen asks, is unknown, and shows the code that it gets', () => {
  const { first, answer, view, asksForCode } = live();
  expect(view()).toEqual({ status: 'starting' });
  expect(waits(first)).toEqual([POLL_DOWN_MILLIS]);
  expect(asksForCode()).toBe(false);
  expect(types(answer(UNKNOWN))).toContain('ask');
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(asksForCode()).toBe(true);
  expect(answer(waiting())).toEqual([
    { type: 'wait', millis: POLL_DOWN_MILLIS, isSpread: true },
    { type: 'listen', channel: 1, topic: TOPIC },
  ]);
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
});

test('a code is replaced before it ends, and shown no longer than it is good', () => {
  const { answer, view, joined, ask, fail, asksForCode } = live();
  answer(waiting());
  joined();
  expect(waits(answer(waiting()))).toEqual([POLL_UP_MILLIS]);
  ask(10 * MINUTE - RENEW_MILLIS - 1000);
  expect(waits(answer(waiting('CDFHJK', RENEW_MILLIS + 1000)))).toEqual([1000]);
  // What asks for another code isn't hurried while that is awaited.
  expect(waits(ask(1000))).toEqual([POLL_UP_MILLIS]);
  expect(asksForCode()).toBe(true);
  fail();
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
  ask(RENEW_MILLIS);
  fail();
  expect(view()).toEqual({ status: 'pairing', code: null });
  ask();
  answer(waiting('222222'));
  expect(view()).toEqual({ status: 'pairing', code: '222222' });
});

test('pairing notifies it at once: it asks, and shows its table on the channel that it has', () => {
  const { answer, view, joined, changed } = live();
  answer(waiting());
  joined();
  answer(waiting());
  expect(types(changed())).toEqual(['wait', 'ask']);
  expect(waits(answer(paired()))).toEqual([POLL_UP_MILLIS]);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  changed();
  expect(types(answer(paired(ALL)))).toEqual(['wait']);
  expect(view()).toEqual({ status: 'paired', assignment: ALL });
});

test('an unchanged answer keeps the same object', () => {
  const { answer, view, ask } = live();
  answer(paired());
  const before = view();
  ask();
  answer(paired({ ...BAR, tables: [...BAR.tables] }));
  expect(view()).toBe(before);
});

test('after a power cut it shows its cached board, whatever the network does', () => {
  const { fail, ask, view, page, answer } = live(BAR);
  for (let hour = 0; hour < 24; hour++) {
    fail();
    ask(60 * MINUTE);
  }
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  page('online');
  answer(paired(ALL));
  expect(view()).toEqual({ status: 'paired', assignment: ALL });
});

test('an answer that takes everything back is asked for twice', () => {
  const { answer, ask, view } = live(BAR);
  expect(waits(answer(UNKNOWN))).toEqual([POLL_DOUBT_MILLIS]);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  ask();
  answer(paired());
  ask();
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  ask();
  expect(types(answer(UNKNOWN))).toEqual(['close', 'wait', 'ask']);
  expect(view()).toEqual({ status: 'pairing', code: null });
});

test('an announced unpairing counts at once, and the former secret’s answers come too late', () => {
  const { answer, joined, changed, ask, view, asksForCode } = live();
  answer(paired());
  joined();
  answer(paired());
  changed();
  ask();
  answer(UNKNOWN, 3);
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(asksForCode()).toBe(true);
  answer(paired(), 4);
  expect(view()).toEqual({ status: 'pairing', code: null });
});

test('a stolen secret is useless for getting a code after unpairing: the television makes another', () => {
  const { answer, joined, changed, view } = live();
  answer(paired());
  joined();
  changed();
  expect(types(answer(waiting('TTTTTT')))).toEqual(['close', 'wait', 'ask']);
  expect(view()).toEqual({ status: 'pairing', code: null });
  answer(waiting());
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
});

test('an answer to a request from before the news proves nothing', () => {
  const { answer, joined, changed, view } = live(BAR);
  answer(paired());
  joined();
  changed();
  answer(UNKNOWN, 2);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
});

test('without a network at the very first start it says so, and without a code', () => {
  const { fail, view } = live();
  fail();
  expect(view()).toEqual({ status: 'pairing', code: null });
});

test.each([
  ['one table', BAR],
  ['all tables', ALL],
])('a television of %s also listens to its venue’s room, and asks again at each number', (_title, shown) => {
  const { answer, joined, changed } = live();
  const listened = answer(paired(shown)).flatMap((effect) =>
    effect.type === 'listen' ? [topicsIn(effect.topic)] : [],
  );
  expect(listened).toEqual([[TOPIC, ROOM]]);
  joined();
  answer(paired(shown));
  expect(types(changed())).toEqual(['wait', 'ask']);
});

test('an assignment stored before televisions had programmes is shown as it was', () => {
  const kept = ({ query, tables }: Assignment, all: boolean) => ({ title: 'Bar', query, all, tables });
  expect(live({ ...kept(BAR, false), programme: null }).view()).toEqual({
    status: 'paired',
    assignment: BAR,
  });
  expect(live(kept(ALL, true)).view()).toEqual({ status: 'paired', assignment: ALL });
  const turns = { turns: ['tables', 'sponsors'], seconds: 30 } as const;
  const programme = { ...ALL.programme, ...turns, venue: 'Atlas' };
  expect(live({ ...kept(ALL, true), programme }).view()).toEqual({
    status: 'paired',
    assignment: { ...ALL, programme },
  });
});

test('each answer tells how far server time is ahead', () => {
  const { answer, known, ask } = live();
  answer(paired(BAR, 3_600_000));
  expect(known().offset?.offsetMillis).toBe(3_600_000);
  ask(10_000);
  answer(paired(BAR, 10_000));
  expect(known().offset?.offsetMillis).toBe(0);
});
