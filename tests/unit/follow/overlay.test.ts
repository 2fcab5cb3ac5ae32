import { describe, expect, test } from 'vitest';
import {
  DRESS_MILLIS,
  liveOf,
  OVERLAY,
  overlayOf,
  POLL_DOWN_MILLIS,
  POLL_MISSING_MILLIS,
  POLL_UP_MILLIS,
  type OverlayNews,
} from '../../../src/core/overlay/follow-overlay.ts';
import { NO_BRANDING, type Branding } from '../../../src/core/branding/branding.ts';
import { BOARD, TOKEN } from '../../common/board.ts';
import { following, types, waits } from './following.ts';
import { NOBODY_THERE } from '../../common/facts.ts';

/** A viewer's sight of an overlay, whatever the network and the server do. */

const TOPIC = `overlay:${TOKEN}`;

const answerOf = (rev: number, branding = NO_BRANDING, topic = TOPIC) => ({
  board: { ...BOARD, rev },
  branding,
  topic,
  serverMillis: 5000,
});
const board = (rev: number, names: object = {}): OverlayNews => ({
  type: 'board',
  board: { ...BOARD, rev, ...names },
});
const BRANDING: OverlayNews = { type: 'branding' };
const SEATS: OverlayNews = { type: 'seats' };
const GONE: OverlayNews = { type: 'gone' };
/** A board's branding, with the table's name. */
const named = (table: string): Branding => ({ ...NO_BRANDING, table });

const overlay = () => {
  const it = following(OVERLAY, overlayOf(TOKEN));
  const rev = () => it.known().board?.rev ?? null;
  return { ...it, rev, live: () => liveOf(it.state()) };
};

/** Joined and up to date, at revision 3; of the two requests the second is under way. */
const onAir = (branding = NO_BRANDING) => {
  const it = overlay();
  it.start();
  it.answer(answerOf(3, branding));
  it.joined();
  return it;
};

test('shows each board, and is live once its channel has joined', () => {
  const { start, answer, joined, live } = overlay();
  expect(waits(start())).toEqual([POLL_DOWN_MILLIS]);
  answer(answerOf(3));
  expect(live()).toMatchObject({ board: { rev: 3 }, connection: 'connecting' });
  expect(live().offset?.offsetMillis).toBe(5000);
  expect(waits(joined())).toEqual([POLL_UP_MILLIS]);
  expect(live().connection).toBe('live');
});

describe('a branding', () => {
  test('comes with fetched boards, and stays the same object while nothing in it is new', () => {
    const { answer, ask, live } = onAir(named('Table 4'));
    const first = live().branding;
    expect(first).toEqual(named('Table 4'));
    ask();
    answer(answerOf(3, named('Table 4')));
    expect(live().branding).toBe(first);
  });

  test('is asked for when it is said to be another, and when a board names others', () => {
    for (const news of [BRANDING, board(4, { p1: 'Zineb' })])
      expect(waits(onAir().tell(news))).toEqual([DRESS_MILLIS]);
    expect(waits(onAir().tell(board(4, { p2: 'Zineb' })))).toEqual([DRESS_MILLIS]);
    for (const news of [board(4), board(3, { p1: 'Zineb' })]) expect(onAir().tell(news)).toEqual([]);
  });

  test('brings how screens show names, also of a board that hasn’t changed', () => {
    const { answer, ask, live } = onAir();
    const first = live().board;
    const shown = answerOf(3);
    ask();
    answer({ ...shown, board: { ...shown.board, screenNames: { p1: 'Karima I.' } } });
    expect(live().board).toMatchObject({ rev: 3, screenNames: { p1: 'Karima I.' } });
    ask();
    answer(answerOf(3));
    expect(live().board).toEqual(first);
  });

  test('goes with its board, and a resting page asks for nothing', () => {
    const { tell, live, unwatch } = onAir(named('Table 4'));
    tell(GONE);
    expect(live().branding).toBe(NO_BRANDING);
    unwatch();
    expect(types(tell(board(9, { p1: 'Zineb' })))).not.toContain('ask');
  });
});

test('who scores a table asks for its facts when others come there; viewers don’t', () => {
  expect(onAir().tell(SEATS)).toEqual([]);
  const { answer, ask, tell, live } = onAir();
  expect(live().facts).toBeNull();
  ask();
  answer({ ...answerOf(3), facts: NOBODY_THERE });
  const { facts } = live();
  expect(facts).toEqual(NOBODY_THERE);
  expect(types(tell(SEATS))).toContain('ask');
  answer({ ...answerOf(3), facts: { ...NOBODY_THERE } });
  expect(live().facts).toBe(facts);
});

test('without a network it keeps its board and reports the connection', () => {
  const { lost, live, page, answer, fail, ask } = onAir();
  expect(waits(lost()).at(-1)).toBe(1000);
  expect(live()).toMatchObject({ board: { rev: 3 }, connection: 'reconnecting' });
  page('offline');
  ask();
  fail();
  expect(live()).toMatchObject({ board: { rev: 3 }, connection: 'offline' });
  page('online');
  expect(live().connection).toBe('reconnecting');
  answer(answerOf(7));
  expect(live().board?.rev).toBe(7);
});

test('a failed request says so only while the channel is down', () => {
  const { start, fail, live } = overlay();
  start();
  fail();
  expect(live()).toMatchObject({ board: null, missing: false, connection: 'reconnecting' });
  const up = onAir();
  up.fail();
  expect(up.live().connection).toBe('live');
});

describe('gone', () => {
  test('is dark at once, whatever was asked before, and never missing', () => {
    const { tell, live, answer } = onAir();
    expect(types(tell(GONE))).toEqual(['close', 'drop', 'wait', 'ask']);
    expect(live()).toMatchObject({ board: null, missing: false });
    answer(answerOf(4), 2);
    expect(live().board).toBeNull();
    expect(waits(answer(null))).toEqual([POLL_MISSING_MILLIS]);
    expect(live()).toMatchObject({ board: null, missing: false });
  });

  test('leads who came by the id to the new channel, with the board it had', () => {
    const { tell, answer, rev } = onAir();
    tell(GONE);
    expect(answer(answerOf(3, NO_BRANDING, 'overlay:new'))).toContainEqual({
      type: 'listen',
      channel: 2,
      topic: 'overlay:new',
    });
    expect(rev()).toBe(3);
  });

  test('is also what an overlay is that the server no longer knows, when it says so twice', () => {
    const { answer, ask, live } = onAir();
    expect(waits(answer(null))).toEqual([POLL_DOWN_MILLIS]);
    expect(live().board?.rev).toBe(3);
    ask();
    expect(types(answer(null))).toEqual(['close', 'wait']);
    expect(live()).toMatchObject({ board: null, missing: false });
  });
});

test('broadcast boards are shown in their order', () => {
  const { tell, rev, answer } = onAir();
  tell(board(7));
  tell(board(6));
  expect(rev()).toBe(7);
  answer(answerOf(6));
  expect(rev()).toBe(7);
});

test('a board restored from an earlier copy is shown, and a late one isn’t', () => {
  const { tell, ask, answer, rev } = onAir();
  tell(board(620));
  ask();
  tell(board(621));
  answer(answerOf(500));
  expect(rev()).toBe(621);
  ask();
  answer(answerOf(500));
  expect(rev()).toBe(500);
});

test('missing is what never was; it appears when it is made', () => {
  const { start, answer, ask, live } = overlay();
  start();
  expect(waits(answer(null))).toEqual([POLL_MISSING_MILLIS]);
  expect(live()).toMatchObject({ board: null, missing: true });
  ask();
  answer(answerOf(1));
  expect(live()).toMatchObject({ board: { rev: 1 }, missing: false });
});
