import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  REFUSED_MILLIS,
  STRANGE_MOST_MILLIS,
  type Fault,
  type FollowEffect,
  type Subject,
} from '../../../src/core/follow/follow.ts';
import { following, types, waits } from './following.ts';

/** The rules common to all subjects, with one whose answers are numbers. Its state is everything received. */

const UP = 60_000;
const DOWN = 2000;

const COUNTER: Subject<readonly string[], number | null, string> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: false,
  pollMillis: ({ channel }) => (channel?.isJoined === true ? UP : DOWN),
  receive: ({ known, isDoubted }, { answer, news }) =>
    answer === null && !isDoubted
      ? 'doubt'
      : { known: [...known, `${answer} ${news}`], topic: answer === null ? null : 'topic' },
  onMessage: (known, news) => ({
    known: [...known, news],
    ...(news === 'soon' && { askAfterMillis: 100 }),
    ...(news === 'anew' && { isAnew: true }),
  }),
  fail: ({ known }) => known,
};
/** One request at a time, at least a second apart, and none while the page is hidden. */
const CALM = { ...COUNTER, overlaps: false, gapMillis: 1000, restsHidden: true };

/** Joined and up to date. */
const live = (subject = COUNTER) => {
  const it = following(subject, []);
  it.start();
  it.answer(1);
  it.joined();
  it.send({ type: 'ask' }, 1000);
  it.answer(2);
  return it;
};

test('asks, listens where the answer says, and asks again when it has joined', () => {
  const { start, answer, joined } = following(COUNTER, []);
  expect(types(start())).toEqual(['wait', 'ask']);
  expect(answer(1)).toEqual([
    { type: 'wait', millis: DOWN, isSpread: true },
    { type: 'listen', channel: 1, topic: 'topic' },
  ]);
  expect(joined()).toEqual([
    { type: 'wait', millis: UP, isSpread: false },
    { type: 'ask', request: 2 },
  ]);
  expect(types(answer(2))).toEqual(['wait']);
});

test('knows which answers are old, and whether they include meanwhile announced changes', () => {
  const { ask, answer, tell, known } = live();
  ask();
  ask();
  answer(4);
  expect(answer(3, 3)).toEqual([]);
  ask();
  tell('told');
  answer(5);
  ask();
  answer(6);
  ask();
  answer(7);
  expect(known().slice(-5)).toEqual(['4 none', 'told', '5 later', '6 included', '7 none']);
});

test('a doubtful answer is asked for again before it is believed', () => {
  const { ask, answer, known } = live();
  ask();
  answer(null);
  ask();
  answer(5);
  ask();
  answer(null);
  expect(known()).not.toContain('null none');
  ask();
  expect(types(answer(null))).toEqual(['close', 'wait']);
  expect(known()).toContain('null none');
});

describe('a channel', () => {
  test('that is lost is reopened by the next answer, and the earlier one is ignored', () => {
    const { lost, ask, answer, tell, joined } = live();
    expect(types(lost())).toEqual(['close', 'wait']);
    ask();
    expect(answer(3)).toContainEqual({ type: 'listen', channel: 2, topic: 'topic' });
    for (const late of [lost(1), joined(1), tell('late', 1)]) expect(late).toEqual([]);
  });

  test('may be dead after an outage', () => {
    const { page, state } = live();
    expect(types(page('offline'))).toEqual(['close', 'wait']);
    expect(state()).toMatchObject({ isOnline: false, isCut: true });
    expect(types(page('online'))).toEqual(['wait', 'ask']);
  });

  test('makes it ask once for changes in quick succession, and again when earlier answers don’t count', () => {
    const { tell, ask, answer, known } = live();
    expect(waits(tell('soon'))).toEqual([100]);
    expect(waits(tell('soon'))).toEqual([100]);
    expect(types(ask(100))).toEqual(['wait', 'ask']);
    expect(types(tell('anew'))).toEqual(['close', 'drop', 'wait', 'ask']);
    answer(9, 3);
    expect(known()).not.toContain('9 later');
  });
});

describe('one request at a time', () => {
  test('is not hurried: changes announced meanwhile are fetched afterwards, a second after the last', () => {
    const { ask, tell, answer } = live(CALM);
    expect(types(ask(60_000))).toEqual(['wait', 'ask']);
    expect(tell('soon')).toEqual([]);
    expect(waits(answer(3))).toEqual([1000]);
    expect(types(ask(1000))).toContain('ask');
  });

  test('pauses while the page is hidden, except for awaited requests', () => {
    const { ask, page, answer, known, send } = live(CALM);
    ask(60_000);
    expect(types(page('hidden'))).toEqual(['drop', 'close', 'wait']);
    expect(answer(3)).toEqual([]);
    expect(page('online')).toEqual([{ type: 'wait', millis: null, isSpread: false }]);
    send({ type: 'refresh' }, 5000);
    expect(waits(answer(4))).toEqual([null]);
    expect(known().at(-1)).toBe('4 none');
    expect(types(page('visible'))).not.toContain('listen');
  });
});

test('without watchers, nothing is fetched and no answer counts', () => {
  const { ask, unwatch, answer, page, known } = live();
  ask();
  expect(types(unwatch())).toEqual(['drop', 'close', 'wait']);
  answer(9);
  expect([...ask(), ...page('online')].map(({ type }) => type)).not.toContain('ask');
  expect(known()).not.toContain('9 none');
});

type Move = (
  it: ReturnType<typeof following<readonly string[], number | null, string>>,
) => readonly FollowEffect[];

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom<Move[]>(
    // Its page is watched once at a time.
    (it) => (it.state().isWatched ? [] : it.start()),
    (it) => it.ask(500),
    (it) => it.unwatch(),
    (it) => it.send({ type: 'refresh' }),
    (it) => it.joined(),
  ),
  fc.constantFrom('visible', 'hidden', 'online', 'offline').map(
    (change): Move =>
      (it) =>
        it.page(change),
  ),
  fc.tuple(fc.nat(5), fc.option(fc.nat(9))).map(
    ([ago, answer]): Move =>
      (it) =>
        it.answer(answer, it.state().asked - ago),
  ),
  fc.nat(3).map(
    (ago): Move =>
      (it) =>
        it.fail(it.state().asked - ago),
  ),
  fc.nat(2).map(
    (ago): Move =>
      (it) =>
        it.lost(it.state().opened - ago),
  ),
  fc.tuple(fc.nat(2), fc.constantFrom('soon', 'anew', 'board')).map(
    ([ago, news]): Move =>
      (it) =>
        it.tell(news, it.state().opened - ago),
  ),
);

test.each([COUNTER, CALM])(
  'whatever happens: one channel, none at rest, and always a next request',
  (subject) => {
    fc.assert(
      fc.property(fc.array(moves, { maxLength: 60 }), (all) => {
        const it = following(subject, []);
        const open = new Set<number>();
        let next: number | null = null;
        for (const move of all) {
          for (const effect of move(it)) {
            if (effect.type === 'listen') open.add(effect.channel);
            if (effect.type === 'close') expect(open.delete(effect.channel)).toBe(true);
            if (effect.type === 'ask') expect(it.state().isWatched).toBe(true);
            if (effect.type === 'wait') next = effect.millis;
          }
          const { channel, isWatched, isVisible, asked, answered } = it.state();
          expect([...open]).toEqual(channel ? [channel.id] : []);
          const isFollowing = isWatched && (isVisible || !subject.restsHidden);
          if (!isFollowing) expect([open.size, next]).toEqual([0, null]);
          else if (subject.overlaps || asked === answered) expect(next).not.toBeNull();
        }
      }),
    );
  },
);

test.each([COUNTER, CALM])(
  'a strange answer, such as a portal’s, is retried less and less often; no answer, as often as ever',
  (subject) => {
    const { ask, fail, lost, answer, page } = live(subject);
    lost();
    /** When it asks next, after a request that fails. */
    const next = (why: Fault) => waits([...ask(STRANGE_MOST_MILLIS), ...fail(undefined, why)]).at(-1);
    expect([next('unanswered'), next('unanswered'), next('unanswered')]).toEqual([DOWN, DOWN, DOWN]);
    const most = STRANGE_MOST_MILLIS;
    const grown = Array.from({ length: 6 }, () => next('strange'));
    expect(grown).toEqual([DOWN, 2 * DOWN, 4 * DOWN, most, most, most]);
    // A lost network, its return, and an answer end that.
    expect([next('unanswered'), next('strange'), next('strange')]).toEqual([DOWN, DOWN, 2 * DOWN]);
    page('online');
    expect(next('strange')).toBe(DOWN);
    next('strange');
    ask(most);
    answer(3);
    expect(next('strange')).toBe(DOWN);
  },
);

test.each([COUNTER, CALM])(
  'after a refusal it asks rarely, until it is answered or the page is looked at',
  (subject) => {
    const { ask, fail, lost, answer, page, send, state } = live(subject);
    ask(1000);
    expect(waits(fail(undefined, 'refused')).at(-1)).toBe(REFUSED_MILLIS);
    // Neither a lost channel nor the next refusal brings it back sooner.
    expect(waits(lost()).at(-1)).toBe(REFUSED_MILLIS);
    expect(types(ask(REFUSED_MILLIS))).toContain('ask');
    expect(waits(fail(undefined, 'refused')).at(-1)).toBe(REFUSED_MILLIS);
    expect(types(send({ type: 'refresh' }))).toContain('ask');
    fail(undefined, 'refused');
    expect(types([...page('hidden'), ...page('visible'), ...ask(1000)])).toContain('ask');
    answer(3);
    expect(state().isRefused).toBe(false);
    expect(waits(ask(1000)).at(-1)).not.toBe(REFUSED_MILLIS);
  },
);
