import { expect, test } from 'vitest';
import {
  NOT_WATCHED,
  POLL_DOUBT_MILLIS,
  POLL_DOWN_MILLIS,
  POLL_UP_MILLIS,
  reduceTelevision,
  RENEW_MILLIS,
  type Assignment,
  type Television,
  type TelevisionAnswer,
  type TelevisionEffect,
  type TelevisionEvent,
} from '../../../src/core/sync/television.ts';

/** How a television is paired, told and unpaired, step by step. */

const TOPIC = 'television:1';
const BAR: Assignment = { title: 'Bar', query: '', all: false, tables: [{ token: 'a', title: 'One' }] };
const ALL: Assignment = { ...BAR, all: true, tables: [...BAR.tables, { token: 'b', title: 'Two' }] };
const MINUTE = 60_000;

const waiting = (code = 'CDFHJK', expiresInMillis = 10 * MINUTE): TelevisionAnswer => ({
  ...{ status: 'waiting', code, expiresInMillis, topic: TOPIC },
});
const paired = (assignment = BAR): TelevisionAnswer => ({ status: 'paired', topic: TOPIC, assignment });
const UNKNOWN: TelevisionAnswer = { status: 'unknown' };

/** Plays a television's life; what it does is kept until it is looked at. */
const live = () => {
  let state: Television = NOT_WATCHED;
  let effects: TelevisionEffect[] = [];
  let nowMillis = 1_000_000;
  const send = (event: TelevisionEvent): void => {
    const [next, more] = reduceTelevision(state, event);
    state = next;
    effects = [...effects, ...more];
  };
  const life = {
    send,
    state: () => state,
    view: () => state.view,
    /** What was done since this was asked last. */
    done: () => {
      const all = effects;
      effects = [];
      return all;
    },
    pass: (millis: number) => {
      nowMillis += millis;
    },
    start: (kept: Assignment | null = null) => send({ kind: 'start', kept, nowMillis }),
    ask: () => send({ kind: 'ask', nowMillis }),
    /** Answers the last request, or an earlier one. */
    answer: (answer: TelevisionAnswer, request = state.asked) =>
      send({ kind: 'answered', request, answer, nowMillis }),
    fail: () => send({ kind: 'failed', request: state.asked, nowMillis }),
    joined: () => send({ kind: 'joined', channel: state.opened, nowMillis }),
    changed: (channel = state.opened) => send({ kind: 'changed', channel, nowMillis }),
    lost: (channel = state.opened) => send({ kind: 'lost', channel }),
    online: () => send({ kind: 'online', nowMillis }),
  };
  return life;
};

const polls = (effects: readonly TelevisionEffect[]): readonly number[] =>
  effects.flatMap((effect) => (effect.kind === 'poll' ? [effect.afterMillis] : []));

test('a new screen asks, is unknown, and shows the code that it gets', () => {
  const { start, answer, done, view } = live();
  start();
  expect(view()).toEqual({ status: 'starting' });
  expect(done()).toEqual([
    { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
    { kind: 'request', request: 1, what: 'ask' },
  ]);
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(done()).toContainEqual({ kind: 'request', request: 2, what: 'begin' });
  answer(waiting());
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
  expect(done()).toEqual([
    { kind: 'listen', channel: 1, topic: TOPIC },
    { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
  ]);
});

test('a code is replaced before it ends, and shown no longer than it is good', () => {
  const { start, answer, done, view, joined, ask, pass, fail } = live();
  start();
  answer(waiting());
  joined();
  answer(waiting());
  expect(polls(done()).at(-1)).toBe(POLL_UP_MILLIS);
  pass(10 * MINUTE - RENEW_MILLIS - 1000);
  answer(waiting('CDFHJK', RENEW_MILLIS + 1000), 99);
  ask();
  answer(waiting('CDFHJK', RENEW_MILLIS + 1000));
  expect(polls(done()).at(-1)).toBe(1000);
  pass(1000);
  ask();
  expect(done()).toContainEqual({ kind: 'request', request: 4, what: 'begin' });
  fail();
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
  pass(RENEW_MILLIS);
  ask();
  fail();
  expect(view()).toEqual({ status: 'pairing', code: null });
  ask();
  answer(waiting('222222'));
  expect(view()).toEqual({ status: 'pairing', code: '222222' });
});

test('whoever pairs it is told at once: it asks, keeps what it is to show, and shows it', () => {
  const { start, answer, done, view, joined, changed } = live();
  start();
  answer(waiting());
  joined();
  answer(waiting());
  done();
  changed();
  expect(done()).toContainEqual({ kind: 'request', request: 3, what: 'ask' });
  answer(paired());
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  // The channel is the one that it has.
  expect(done()).toEqual([
    { kind: 'keep', assignment: BAR },
    { kind: 'poll', afterMillis: POLL_UP_MILLIS },
  ]);
  changed();
  answer(paired(ALL));
  expect(view()).toEqual({ status: 'paired', assignment: ALL });
});

test('what it shows already is neither kept nor drawn again', () => {
  const { start, answer, done, view, ask } = live();
  start();
  answer(paired());
  const before = view();
  done();
  ask();
  answer(paired({ ...BAR, tables: [...BAR.tables] }));
  expect(view()).toBe(before);
  expect(done().map(({ kind }) => kind)).not.toContain('keep');
});

test('after a power cut it shows what it kept, whatever the network does', () => {
  const { start, fail, ask, view, pass, online, answer } = live();
  start(BAR);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  for (let hour = 0; hour < 24; hour++) {
    fail();
    pass(60 * MINUTE);
    ask();
  }
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  online();
  answer(paired(ALL));
  expect(view()).toEqual({ status: 'paired', assignment: ALL });
});

test('an answer that takes everything back is asked for twice', () => {
  const { start, answer, ask, view, done } = live();
  start(BAR);
  done();
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  expect(done()).toEqual([{ kind: 'poll', afterMillis: POLL_DOUBT_MILLIS }]);
  ask();
  answer(paired());
  ask();
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  done();
  ask();
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(done().map(({ kind }) => kind)).toEqual(['poll', 'request', 'close', 'forget', 'poll', 'request']);
});

test('one that it was told of is believed at once: nothing of the venue stays', () => {
  const { start, answer, joined, changed, done, view } = live();
  start();
  answer(paired());
  joined();
  answer(paired());
  changed();
  done();
  answer(UNKNOWN);
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(done()).toEqual([
    { kind: 'close', channel: 1 },
    { kind: 'forget' },
    { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
    { kind: 'request', request: 4, what: 'begin' },
  ]);
  // What the former secret asked is answered too late.
  answer(paired(), 3);
  expect(view()).toEqual({ status: 'pairing', code: null });
});

test('who has its secret gains nothing by asking for a code as soon as it is unpaired: it makes another', () => {
  const { start, answer, joined, changed, view, done } = live();
  start();
  answer(paired());
  joined();
  changed();
  done();
  answer(waiting('TTTTTT'));
  expect(view()).toEqual({ status: 'pairing', code: null });
  expect(done().map(({ kind }) => kind)).toEqual(['close', 'forget', 'poll', 'request']);
  answer(waiting());
  expect(view()).toEqual({ status: 'pairing', code: 'CDFHJK' });
});

test('what was asked before it was told proves nothing', () => {
  const { start, answer, joined, changed, view } = live();
  start(BAR);
  answer(paired());
  joined();
  changed();
  answer(UNKNOWN, 2);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
  answer(paired());
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
});

test('a lost channel is opened again by the next answer', () => {
  const { start, answer, joined, lost, ask, done, changed, view } = live();
  start();
  answer(paired());
  joined();
  answer(paired());
  done();
  lost();
  expect(done()).toEqual([
    { kind: 'close', channel: 1 },
    { kind: 'poll', afterMillis: POLL_DOUBT_MILLIS },
  ]);
  lost(1);
  changed(1);
  expect(done()).toEqual([]);
  ask();
  answer(paired());
  expect(done()).toContainEqual({ kind: 'listen', channel: 2, topic: TOPIC });
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
});

test('a network that is back gets a new channel, as the old one may be dead', () => {
  const { start, answer, joined, online, done } = live();
  start();
  answer(paired());
  joined();
  answer(paired());
  done();
  online();
  expect(done()).toEqual([
    { kind: 'close', channel: 1 },
    { kind: 'poll', afterMillis: POLL_DOWN_MILLIS },
    { kind: 'request', request: 3, what: 'ask' },
  ]);
});

test('nobody watching: nothing is asked, and no answer counts', () => {
  const { start, answer, send, ask, online, done, view } = live();
  start(BAR);
  answer(paired());
  ask();
  send({ kind: 'rest' });
  done();
  answer(paired(ALL));
  ask();
  online();
  expect(done()).toEqual([]);
  expect(view()).toEqual({ status: 'paired', assignment: BAR });
});

test('without a network at the very first start it says so, and without a code', () => {
  const { start, fail, view } = live();
  start();
  fail();
  expect(view()).toEqual({ status: 'pairing', code: null });
});
