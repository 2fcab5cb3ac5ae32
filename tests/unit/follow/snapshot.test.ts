import { describe, expect, test } from 'vitest';
import {
  contactOf,
  hasHistory,
  NOT_VIEWING,
  POLL_LISTENING_MILLIS,
  POLL_LOST_MILLIS,
  POLL_MILLIS,
  shownPicture,
  SNAPSHOT,
  type SnapshotAnswer,
  type SnapshotFailure,
  type Viewing,
} from '../../../src/core/snapshot/follow-snapshot.ts';
import { following, types, waits } from './following.ts';

/** The snapshot page's picture and status, by the answers that it gets. */

const TOPIC = 'snapshot:demo-b1';
const HOST = { endpoint: '', images: [], download: '', small: '', isOwn: true };
const OTHER_HOST = { ...HOST, isOwn: false };
const LATER = 100_000;

const latest = (id: string): SnapshotAnswer => ({
  kind: 'latest',
  picture: {
    id,
    source: `https://one.test/${id}`,
    download: '',
    capturedMillis: 1,
    isDrawn: true,
    loadedMillis: 1,
  },
});
const OFF: SnapshotFailure = { kind: 'off' };
const NO_UPLOAD: SnapshotFailure = { kind: 'noUpload' };
const NOT_FOUND: SnapshotFailure = { kind: 'notFound' };

/** A page whose first request is under way; our own service says where its changes are announced. */
const page = (host = HOST, topic = host.isOwn ? TOPIC : undefined) => {
  const viewing: Viewing = { ...NOT_VIEWING, host, topic, status: { kind: 'fetching' } };
  const it = following(SNAPSHOT, viewing);
  it.start();
  return { ...it, shown: () => shownPicture(it.known())?.id, status: () => it.known().status.kind };
};

/** A page that shows a picture and listens; its next request is under way. */
const listening = (host = HOST) => {
  const it = page(host, TOPIC);
  it.answer(latest('a'));
  it.joined();
  it.ask(LATER);
  return it;
};

test('listens once the first picture is shown, and then asks rarely', () => {
  const { answer, joined, ask, status } = page();
  const first = answer(latest('a'));
  expect(types(first)).toEqual(['wait', 'listen']);
  expect(waits(first)).toEqual([POLL_LOST_MILLIS]);
  expect(status()).toBe('ready');
  joined();
  ask(LATER);
  expect(waits(answer(latest('a')))).toEqual([POLL_LISTENING_MILLIS]);
});

test('the first picture of a table without one is also announced', () => {
  const { answer, status, ask } = page(HOST, undefined);
  expect(answer({ ...NO_UPLOAD, topic: TOPIC })).toContainEqual({ type: 'listen', channel: 1, topic: TOPIC });
  expect(status()).toBe('noUpload');
  ask(LATER);
  answer(latest('a'));
  expect(status()).toBe('ready');
});

test('without a channel it asks less and less often until something is new', () => {
  const { answer, ask } = page(OTHER_HOST);
  const millis = waits(answer(latest('a')));
  for (let times = 0; times < 12; times += 1) {
    ask(LATER);
    millis.push(...waits(answer(latest('a'))));
  }
  expect(millis[0]).toBe(POLL_MILLIS);
  expect(millis).toEqual([...millis].sort((one, other) => (one ?? 0) - (other ?? 0)));
  expect(millis.at(-1)).toBe(60_000);
  ask(LATER);
  expect(waits(answer(latest('b')))).toEqual([POLL_MILLIS]);
});

test('only our own service has a history to go back through', () => {
  expect(hasHistory(listening().known())).toBe(true);
  expect(hasHistory(listening(OTHER_HOST).known())).toBe(false);
});

describe('a quiet request', () => {
  test('shows a new picture without a word, also while it says that the link was copied', () => {
    const { answer, send, known, shown, status } = listening();
    send({ type: 'noted', known: { ...known(), copy: { kind: 'copied' } } });
    answer(latest('b'));
    expect([shown(), status(), known().copy?.kind]).toEqual(['b', 'ready', 'copied']);
  });

  test('that changes the status ends the message about a copied link', () => {
    const { answer, send, known, status } = listening();
    send({ type: 'noted', known: { ...known(), copy: { kind: 'copied' } } });
    answer(OFF);
    expect([status(), known().copy]).toEqual(['off', undefined]);
  });

  test('that fails keeps picture and status, and shows the failure until the next success', () => {
    const { fail, state, shown, status, ask, answer } = listening();
    fail();
    expect([shown(), status(), state().known.trouble?.kind]).toEqual(['a', 'ready', 'unreachable']);
    expect(contactOf(state()).isCut).toBe(true);
    ask(LATER);
    answer(latest('a'));
    expect(contactOf(state())).toMatchObject({ isCut: false, isListening: true });
  });

  test('of a page that is switched off shows nothing, and the page returns by itself', () => {
    const { answer, ask, shown, status } = listening();
    answer(OFF);
    expect([shown(), status()]).toEqual([undefined, 'off']);
    ask(LATER);
    answer(latest('a'));
    expect([shown(), status()]).toEqual(['a', 'ready']);
  });

  test.each([
    ['our own service', HOST, undefined],
    ['another endpoint, which may only have failed', OTHER_HOST, 'a'],
  ])('finds that a table, or its last picture, is gone, by %s', (_name, host, left) => {
    for (const trouble of [NO_UPLOAD, NOT_FOUND]) {
      const { answer, shown, known } = listening(host);
      answer(trouble);
      expect([shown(), known().trouble]).toEqual([left, trouble]);
    }
  });
});

test('a request that the visitor is waiting for reports its outcome', () => {
  const { send, answer, status, shown } = listening();
  send({ type: 'refresh' });
  answer({ kind: 'imageFailed' });
  expect([shown(), status()]).toEqual(['a', 'imageFailed']);
});
