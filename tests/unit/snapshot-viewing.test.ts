import { describe, expect, test } from 'vitest';
import type { SnapshotHost } from '../../src/config/snapshot.ts';
import {
  hasHistory,
  LEAST_GAP_MILLIS,
  NOT_VIEWING,
  POLL_LISTENING_MILLIS,
  POLL_LOST_MILLIS,
  POLL_MILLIS,
  reduceViewing,
  contactOf,
  shownPicture,
  type Viewing,
  type ViewingEffect,
  type ViewingEvent,
} from '../../src/core/site/snapshot-viewing.ts';
import { parseSnapshotQuery } from '../../src/core/site/snapshot.ts';

const HOST: SnapshotHost = {
  endpoint: 'https://host.test/',
  images: ['https://one.test/{id}', 'https://two.test/{id}'],
  download: 'https://one.test/get/{id}',
  small: 'https://one.test/small/{id}',
  isOwn: true,
};
const QUERY = parseSnapshotQuery('?match=demo-b1');
const CAPTURED = Date.UTC(2026, 10, 21, 20);

type Sent = ViewingEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'atMillis'>
    : never
  : never;

/** A page, and what it does by each event; a second passes between two events unless a test says otherwise. */
const page = ({ isVisible = true, host = HOST } = {}) => {
  let state: Viewing = NOT_VIEWING;
  let atMillis = 0;
  const send = (event: Sent, afterMillis = 1000): readonly ViewingEffect[] => {
    atMillis += afterMillis;
    const [next, effects] = reduceViewing(state, { ...event, atMillis });
    state = next;
    return effects;
  };
  const look = () => state.look?.number ?? -1;
  /** The answer to the last question. */
  const answer = (reply: object | string, afterMillis = 0) =>
    send(
      {
        kind: 'answered',
        look: look(),
        body: typeof reply === 'string' ? reply : JSON.stringify(reply),
        sentMillis: atMillis,
      },
      afterMillis,
    );
  const loaded = () => send({ kind: 'loaded', look: look() }, 0);
  const opened = send({ kind: 'opened', host, query: QUERY, isVisible });
  return { send, answer, loaded, look, opened, state: () => state };
};

const plain = (id: string) => ({ ok: true, id });
const own = (id: string) => ({
  ...plain(id),
  capturedAt: new Date(CAPTURED).toISOString(),
  source: 'board',
  topic: 'snapshot:demo-b1',
  title: 'Table 1',
  serverTime: new Date(CAPTURED).toISOString(),
});

/** A page that shows a picture of our own service and listens. */
const listening = () => {
  const opened = page();
  opened.answer(own('a'));
  opened.loaded();
  opened.send({ kind: 'joined', channel: 1 });
  opened.answer(own('a'));
  return opened;
};

const kinds = (effects: readonly ViewingEffect[]) => effects.map(({ kind }) => kind);

describe('listening', () => {
  test('begins once the first picture is shown, looks when it has joined, and then rarely', () => {
    const { opened, answer, loaded, send, state } = page();
    expect(kinds(opened)).toEqual(['stopWaiting', 'ask']);
    expect(kinds(answer(own('a')))).toEqual(['load']);
    expect(loaded()).toEqual([
      { kind: 'listen', channel: 1, topic: 'snapshot:demo-b1' },
      { kind: 'wait', afterMillis: POLL_LOST_MILLIS, isSpread: true },
    ]);
    expect(kinds(send({ kind: 'joined', channel: 1 }))).toContain('ask');
    expect(answer(own('a'))).toEqual([{ kind: 'wait', afterMillis: POLL_LISTENING_MILLIS, isSpread: true }]);
    expect(state()).toMatchObject({
      status: { kind: 'ready' },
      title: 'Table 1',
      channel: { isJoined: true },
    });
  });

  test('asks once for what is announced many times within a second', () => {
    const { send, answer } = listening();
    expect(kinds(send({ kind: 'changed', channel: 1 }))).toContain('ask');
    // While a question is under way it is only noted.
    expect(send({ kind: 'changed', channel: 1 }, 100)).toEqual([]);
    expect(answer(own('a'), 100)).toEqual([
      { kind: 'wait', afterMillis: LEAST_GAP_MILLIS - 200, isSpread: false },
    ]);
    expect(kinds(send({ kind: 'due' }, LEAST_GAP_MILLIS - 200))).toContain('ask');
  });

  test('a channel that is lost is opened anew by the next answer, not before', () => {
    const { send, answer } = listening();
    expect(kinds(send({ kind: 'lost', channel: 1 }))).toEqual(['close', 'wait']);
    expect(kinds(send({ kind: 'due' }))).toContain('ask');
    expect(kinds(send({ kind: 'unanswered', look: 3 }))).toEqual(['wait']);
    send({ kind: 'due' });
    expect(answer(own('a'))).toContainEqual({ kind: 'listen', channel: 2, topic: 'snapshot:demo-b1' });
    expect(send({ kind: 'lost', channel: 1 })).toEqual([]);
  });

  test('one that doesn’t join in time is lost; one that has joined is not', () => {
    const { send } = listening();
    expect(send({ kind: 'overdue', channel: 1 })).toEqual([]);
    const other = page();
    other.answer(own('a'));
    other.loaded();
    expect(kinds(other.send({ kind: 'overdue', channel: 1 }))).toContain('close');
  });
});

describe('without a channel', () => {
  test('it asks less and less often until something is new', () => {
    const { answer, loaded, send } = page({ host: { ...HOST, isOwn: false } });
    answer(plain('a'));
    const waits = [loaded()];
    for (let times = 0; times < 12; times += 1) {
      send({ kind: 'due' }, 100_000);
      waits.push(answer(plain('a')));
    }
    const millis = waits.flat().flatMap((effect) => (effect.kind === 'wait' ? [effect.afterMillis] : []));
    expect(millis[0]).toBe(POLL_MILLIS);
    expect(millis).toEqual([...millis].sort((one, other) => one - other));
    expect(millis.at(-1)).toBe(60_000);
    send({ kind: 'due' }, 100_000);
    answer(plain('b'));
    expect(loaded()).toEqual([{ kind: 'wait', afterMillis: POLL_MILLIS, isSpread: true }]);
  });

  test('it has no history to go back through', () => {
    const { answer, loaded, state } = page({ host: { ...HOST, isOwn: false } });
    answer(own('a'));
    loaded();
    expect(hasHistory(state())).toBe(false);
    expect(hasHistory(listening().state())).toBe(true);
  });
});

describe('a page that nobody sees', () => {
  test('loads its first picture and then rests', () => {
    const { answer, loaded } = page({ isVisible: false });
    answer(own('a'));
    expect(loaded()).toEqual([{ kind: 'stopWaiting' }]);
  });

  test('closes its channel, drops its question and takes no answer', () => {
    const { send, look, state } = listening();
    send({ kind: 'changed', channel: 1 });
    const number = look();
    expect(kinds(send({ kind: 'hidden' }))).toEqual(['drop', 'close', 'stopWaiting']);
    expect(send({ kind: 'answered', look: number, body: '{}', sentMillis: 0 })).toEqual([]);
    expect(send({ kind: 'online' })).toEqual([{ kind: 'stopWaiting' }]);
    expect(kinds(send({ kind: 'visible' }))).toContain('ask');
    expect(state().isVisible).toBe(true);
  });
});

describe('quietly', () => {
  test('a new picture replaces the old one without a word', () => {
    const { send, answer, loaded, state } = listening();
    send({ kind: 'changed', channel: 1 });
    expect(state().status).toEqual({ kind: 'ready' });
    answer(own('b'));
    expect(state().status).toEqual({ kind: 'ready' });
    expect(shownPicture(state())?.id).toBe('a');
    loaded();
    expect(shownPicture(state())?.id).toBe('b');
  });

  test('a failure leaves picture and status, and says what it was until the next success', () => {
    const { send, answer, look, state } = listening();
    send({ kind: 'due' }, 60_000);
    send({ kind: 'due' }, 60_000);
    send({ kind: 'unanswered', look: look() });
    expect(state()).toMatchObject({ status: { kind: 'ready' }, trouble: { kind: 'unreachable' } });
    expect(contactOf(state()).isCut).toBe(true);
    expect(shownPicture(state())?.id).toBe('a');
    send({ kind: 'due' }, 60_000);
    answer(own('a'));
    expect(state().trouble).toBeUndefined();
    expect(contactOf(state()).isCut).toBe(false);
  });

  test('a page that is switched off shows nothing any more, and comes back by itself', () => {
    const { send, answer, loaded, state } = listening();
    send({ kind: 'changed', channel: 1 });
    answer({ ok: false, error: 'This page is switched off.' });
    expect(state().status).toEqual({ kind: 'off' });
    expect(shownPicture(state())).toBeUndefined();
    send({ kind: 'changed', channel: 1 });
    answer(own('a'));
    loaded();
    expect(state().status).toEqual({ kind: 'ready' });
  });

  test('the first picture of a table that had none', () => {
    const { send, answer, loaded, state } = page();
    answer({ ok: false, error: 'No upload yet for this match.' });
    expect(state().status).toEqual({ kind: 'noUpload' });
    send({ kind: 'due' }, POLL_MILLIS * 2);
    send({ kind: 'due' });
    answer(own('a'));
    loaded();
    expect(state().status).toEqual({ kind: 'ready' });
  });
});

test.each([
  ['our own service', HOST, undefined],
  ['another endpoint, which may only have failed', { ...HOST, isOwn: false }, 'a'],
])('a table that has no picture any more, by %s', (_name, host, left) => {
  const { send, answer, loaded, state } = page({ host });
  answer(own('a'));
  loaded();
  send({ kind: 'changed', channel: 1 });
  answer({ ok: false, error: 'No upload yet for this match.' });
  expect(shownPicture(state())?.id).toBe(left);
  expect(state().trouble).toEqual({ kind: 'noUpload' });
});

test('the first picture of a table that had none is announced, too', () => {
  const { send, answer, loaded, state } = page();
  expect(
    answer({ ok: false, error: 'No upload yet for this match.', topic: 'snapshot:demo-b1' }),
  ).toContainEqual({
    kind: 'listen',
    channel: 1,
    topic: 'snapshot:demo-b1',
  });
  send({ kind: 'joined', channel: 1 });
  answer({ ok: false, error: 'No upload yet for this match.', topic: 'snapshot:demo-b1' });
  expect(kinds(send({ kind: 'changed', channel: 1 }))).toContain('ask');
  answer(own('a'));
  loaded();
  expect(state()).toMatchObject({ status: { kind: 'ready' }, channel: { id: 1, isJoined: true } });
});

describe('going back', () => {
  const EARLIER = { id: 'x', capturedMillis: CAPTURED - 60_000, isDrawn: false };

  test('shows the earlier picture, and newer ones throw nobody out', () => {
    const { send, answer, loaded, state } = listening();
    expect(send({ kind: 'goBack', to: EARLIER })).toMatchObject([{ kind: 'load', source: /one\.test\/x/ }]);
    loaded();
    expect(shownPicture(state())).toMatchObject(EARLIER);
    send({ kind: 'changed', channel: 1 });
    answer(own('b'));
    loaded();
    expect(shownPicture(state())?.id).toBe('x');
    send({ kind: 'toLatest' });
    expect(shownPicture(state())?.id).toBe('b');
  });

  test('one that can’t be had says so and leaves what is shown', () => {
    const { send, look, state } = listening();
    send({ kind: 'goBack', to: EARLIER });
    HOST.images.forEach(() => send({ kind: 'notLoaded', look: look() }));
    expect(state().status).toEqual({ kind: 'imageFailed' });
    expect(shownPicture(state())?.id).toBe('a');
  });

  test('Refresh, the latest itself and a changed mind lead to the latest', () => {
    const { send, answer, loaded, state } = listening();
    send({ kind: 'goBack', to: EARLIER });
    loaded();
    send({ kind: 'refresh' });
    answer(own('a'));
    loaded();
    expect(state().earlier).toBeUndefined();
    send({ kind: 'goBack', to: { ...EARLIER, id: 'a' } });
    expect(state().earlier).toBeUndefined();
    send({ kind: 'goBack', to: EARLIER });
    expect(kinds(send({ kind: 'toLatest' }))).toContain('drop');
    expect(state().status).toEqual({ kind: 'ready' });
  });
});

test('the server’s time is measured by the answers', () => {
  const { state } = listening();
  expect(state().offset?.offsetMillis).toBe(CAPTURED - 2000);
});
