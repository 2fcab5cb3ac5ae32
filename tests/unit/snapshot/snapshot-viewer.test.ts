import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SnapshotHost } from '../../../src/config/snapshot.ts';
import { shownPicture } from '../../../src/core/snapshot/follow-snapshot.ts';
import type { PageChange } from '../../../src/browser/page.ts';
import type { SnapshotEnvironment } from '../../../src/browser/snapshot.ts';
import { createSnapshotViewer } from '../../../src/features/snapshot/snapshot.ts';
import { statusTone } from '../../../src/features/snapshot/words.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

const HOST: SnapshotHost = {
  endpoint: 'https://host.test/exec',
  images: ['https://one.test/{id}', 'https://two.test/{id}', 'https://three.test/{id}'],
  download: 'https://one.test/get/{id}',
  small: 'https://one.test/small/{id}',
  isOwn: true,
};
const DATA_URL = 'data:image/png;base64,AA';

interface Call {
  readonly address: string;
  readonly signal: AbortSignal;
  readonly resolve: (body: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Waits until something is so; a busy machine may be late. */
const until = <Result>(check: () => Result): Promise<Result> => vi.waitFor(check, { timeout: 10_000 });

/** Pages that a test opened. */
const pages = new Set<() => void>();

/** A browser whose answers the test gives, one at a time. */
const open = (
  search = '?match=demo-b1',
  changes: Partial<Pick<SnapshotEnvironment, 'early' | 'now'>> = {},
) => {
  const asked: Call[] = [];
  const images: Call[] = [];
  const statuses: string[] = [];
  const channels: ({ topic: string } & Parameters<SnapshotEnvironment['listen']>[1])[] = [];
  const page: { say: (change: PageChange) => void } = { say: () => {} };
  const hold = <Result>(list: Call[], address: string, signal: AbortSignal): Promise<Result> =>
    new Promise((resolve, reject) => {
      list.push({ address, signal, resolve: resolve as (body: unknown) => void, reject });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const browser = {
    ...fakeEnvironment(`https://cueboard.test/snapshot/${search}`),
    host: () => HOST,
    fetch: vi.fn(async (address: string, { signal }: RequestInit) => {
      if (!signal) throw new Error('Nothing could stop this call');
      const body = await hold<string>(asked, address, signal);
      return { text: async () => body };
    }),
    loadImage: vi.fn((address: string, signal: AbortSignal) => hold<undefined>(images, address, signal)),
    share: vi.fn<SnapshotEnvironment['share']>(async () => {}),
    now: () => 17.5,
    early: vi.fn<SnapshotEnvironment['early']>(() => undefined),
    listen: vi.fn<SnapshotEnvironment['listen']>((topic, listener) => {
      channels.push({ topic, ...listener });
      return vi.fn();
    }),
    isVisible: () => true,
    isOnline: () => true,
    watchPage: vi.fn<SnapshotEnvironment['watchPage']>((say) => {
      page.say = say;
      return () => {};
    }),
    spread: (millis: number) => millis,
    nameLink: vi.fn<SnapshotEnvironment['nameLink']>(),
    sharedFile: vi.fn<SnapshotEnvironment['sharedFile']>(async () => undefined),
    foldAddress: () => 'https://cueboard.test/functions/v1/score/fold',
    ownService: () => 'https://cueboard.test/functions/v1/snapshot',
    print: vi.fn<SnapshotEnvironment['print']>(),
    ...changes,
  } satisfies SnapshotEnvironment;
  const viewer = createSnapshotViewer(browser);
  const close = viewer.$viewing.subscribe(({ status }) => {
    const text = status.kind === 'server' ? status.text : status.kind;
    if (statuses.at(-1) !== text) statuses.push(text);
  });
  pages.add(close);
  const nth = async (list: Call[], index: number): Promise<Call> =>
    until(() => {
      const call = list[index];
      if (!call) throw new Error(`Call ${index} was not made`);
      return call;
    });
  const state = () => {
    const viewing = viewer.$viewing.get();
    const { source, download } = shownPicture(viewing) ?? {};
    return {
      ...viewing,
      image: source === undefined ? undefined : { source, download },
      isBusy: statusTone(viewing.status) === 'busy',
    };
  };
  const status = async (kind: string) => until(() => expect(state().status.kind).toBe(kind));
  return { viewer, browser, asked, images, channels, page, statuses, close, nth, state, status };
};

const latest = (id: string) => JSON.stringify({ ok: true, id });

beforeEach(() => {
  vi.stubGlobal('window', globalThis);
});

afterEach(() => {
  for (const close of pages) close();
  pages.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('one refresh', () => {
  test('goes from Loading to Ready, without caches', async () => {
    const { browser, asked, images, statuses, nth, state, status } = open();
    expect(state().isBusy).toBe(true);
    (await nth(asked, 0)).resolve(latest('a'));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    expect(statuses).toEqual(['fetching', 'loadingImage', 'ready']);
    expect(browser.fetch.mock.calls[0]?.[0]).toBe('https://host.test/exec?latest=1&matchId=demo-b1');
    expect(browser.fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store' });
    expect(state()).toMatchObject({
      image: { source: 'https://one.test/a?t=17', download: 'https://one.test/get/a' },
      isBusy: false,
    });
  });

  test('tries the three addresses in order, then the inline picture', async () => {
    const { asked, images, statuses, nth, state, status } = open();
    (await nth(asked, 0)).resolve(latest('a'));
    for (const index of [0, 1, 2]) (await nth(images, index)).reject(new Error('blocked'));
    (await nth(asked, 1)).resolve(JSON.stringify({ ok: true, dataUrl: DATA_URL }));
    (await nth(images, 3)).resolve(undefined);
    await status('ready');
    expect(images.map(({ address }) => address)).toEqual([
      'https://one.test/a?t=17',
      'https://two.test/a?t=17',
      'https://three.test/a?t=17',
      DATA_URL,
    ]);
    expect(asked[1]?.address).toBe('https://host.test/exec?latestData=1&matchId=demo-b1');
    expect(statuses).toEqual(['fetching', 'loadingImage', 'inline', 'ready']);
    expect(state().image).toEqual({ source: DATA_URL, download: DATA_URL });
  });

  test('stops at the first address that works', async () => {
    const { asked, images, nth, state, status } = open();
    (await nth(asked, 0)).resolve(latest('a'));
    (await nth(images, 0)).reject(new Error('blocked'));
    (await nth(images, 1)).resolve(undefined);
    await status('ready');
    expect(images).toHaveLength(2);
    expect(asked).toHaveLength(1);
    expect(state().image?.source).toBe('https://two.test/a?t=17');
  });

  test.each([
    ['<html>', 'badJson'],
    ['{"ok":true}', 'notFound'],
    ['{"ok":false,"error":"Table is closed"}', 'server'],
    ['{"ok":false,"error":"No upload yet for this match."}', 'noUpload'],
  ])('a reply %j ends in %s, and the next refresh works', async (body, kind) => {
    const { viewer, asked, images, nth, state, status } = open();
    (await nth(asked, 0)).resolve(body);
    await status(kind);
    expect(state().isBusy).toBe(false);
    expect(images).toHaveLength(0);
    viewer.refresh();
    (await nth(asked, 1)).resolve(latest('a'));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
  });

  test.each([
    ['{"ok":false}', 'noImage'],
    ['{"ok":false,"error":"gone"}', 'server'],
    ['<html>', 'badJson'],
  ])('an inline reply %j ends in %s', async (body, kind) => {
    const { asked, images, nth, status } = open();
    (await nth(asked, 0)).resolve(latest('a'));
    for (const index of [0, 1, 2]) (await nth(images, index)).reject(new Error('blocked'));
    (await nth(asked, 1)).resolve(body);
    await status(kind);
  });

  test('an inline picture that can’t be shown, or asked for: the catalogue’s sentence', async () => {
    const { viewer, asked, images, nth, status } = open();
    (await nth(asked, 0)).resolve(latest('a'));
    for (const index of [0, 1, 2]) (await nth(images, index)).reject(new Error('blocked'));
    (await nth(asked, 1)).resolve(JSON.stringify({ ok: true, dataUrl: DATA_URL }));
    (await nth(images, 3)).reject(new Error('broken'));
    await status('imageFailed');
    viewer.refresh();
    (await nth(asked, 2)).resolve(latest('a'));
    for (const index of [4, 5, 6]) (await nth(images, index)).reject(new Error('blocked'));
    (await nth(asked, 3)).reject(new Error('offline'));
    await status('imageFailed');
  });

  test('an endpoint that is down says so; one that never answers, after fifteen seconds', async () => {
    vi.useFakeTimers();
    const { viewer, asked, statuses, state } = open();
    asked[0]?.reject(new Error('refused'));
    await vi.advanceTimersByTimeAsync(0);
    expect(state().status).toEqual({ kind: 'unreachable' });
    viewer.refresh();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(statuses.at(-1)).toBe('fetching');
    await vi.advanceTimersByTimeAsync(1);
    expect(state()).toMatchObject({ status: { kind: 'unreachable' }, isBusy: false });
  });
});

describe('automatically', () => {
  const said = (id: string, more: object = {}) =>
    JSON.stringify({ ok: true, id, capturedAt: '1970-01-01T00:00:00Z', topic: 'snapshot:demo-b1', ...more });

  test('announced pictures are shown silently, and fetched once a second at most', async () => {
    vi.useFakeTimers();
    const { asked, images, channels, statuses, state } = open('?match=demo-b1', { now: () => Date.now() });
    const answer = async (index: number, id: string) => {
      asked[index]?.resolve(said(id));
      await vi.advanceTimersByTimeAsync(0);
      images[index]?.resolve(undefined);
      await vi.advanceTimersByTimeAsync(0);
    };
    await answer(0, 'a');
    expect(statuses).toEqual(['fetching', 'loadingImage', 'ready']);
    expect(channels).toMatchObject([{ topic: 'snapshot:demo-b1' }]);
    for (let times = 0; times < 5; times += 1) channels[0]?.changed({});
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
    await answer(1, 'b');
    expect(state().image?.source).toContain('/b?');
    expect(statuses).toEqual(['fetching', 'loadingImage', 'ready']);
  });

  test('a page that is hidden does nothing, and catches up when it is seen again', async () => {
    vi.useFakeTimers();
    const { asked, images, page } = open('?match=demo-b1', { now: () => Date.now() });
    asked[0]?.resolve(latest('a'));
    await vi.advanceTimersByTimeAsync(0);
    images[0]?.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    page.say('hidden');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toHaveLength(1);
    page.say('visible');
    expect(asked).toHaveLength(2);
  });

  test('the early script’s request is taken over', async () => {
    const { asked, images, nth, status } = open('?match=demo-b1', {
      early: (match) => ({
        match,
        sentMillis: 5.2,
        answer: Promise.resolve(latest('early')),
        settled: Promise.resolve(),
      }),
    });
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    // The address that is on its way already.
    expect(images[0]?.address).toBe('https://one.test/early?t=5');
    expect(asked).toHaveLength(0);
  });
});

describe('the history', () => {
  test('is asked for when it is opened, and new pictures come first', async () => {
    const { viewer, asked, images, nth, status } = open();
    const history = () => viewer.history.$history.get();
    const unwatch = viewer.history.$history.subscribe(() => {});
    const first = JSON.stringify({ ok: true, id: 'b', capturedAt: '1970-01-01T00:00:02Z' });
    (await nth(asked, 0)).resolve(first);
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    void viewer.history.open();
    expect(history()).toEqual({ kind: 'loading' });
    const call = await nth(asked, 1);
    expect(call.address).toBe('https://host.test/exec?history=1&matchId=demo-b1');
    call.resolve(JSON.stringify({ ok: true, pictures: [{ id: 'a', capturedAt: '1970-01-01T00:00:01Z' }] }));
    await until(() =>
      expect(history()).toMatchObject({ kind: 'open', pictures: [{ id: 'b' }, { id: 'a' }] }),
    );
    viewer.goBack({ id: 'a', capturedMillis: 1000, isDrawn: false });
    (await nth(images, 1)).resolve(undefined);
    await until(() => expect(viewer.$viewing.get().earlier?.id).toBe('a'));
    viewer.toLatest();
    expect(shownPicture(viewer.$viewing.get())?.id).toBe('b');
    viewer.refresh();
    (await nth(asked, 2)).resolve('{"ok":false,"error":"This page is switched off."}');
    await status('off');
    expect(history()).toEqual({ kind: 'closed' });
    viewer.history.close();
    viewer.refresh();
    (await nth(asked, 3)).resolve(first);
    (await nth(images, 2)).resolve(undefined);
    await status('ready');
    expect(history()).toEqual({ kind: 'closed' });
    unwatch();
  });

  test.each([
    ['{"ok":false,"error":"Ask with latest=1."}', 'none'],
    ['<html>', 'none'],
    [undefined, 'failed'],
  ])('an endpoint that answers %j: %s', async (body, kind) => {
    const { viewer, asked, nth } = open();
    const unwatch = viewer.history.$history.subscribe(() => {});
    await nth(asked, 0);
    void viewer.history.open();
    const call = await nth(asked, 1);
    if (body === undefined) call.reject(new Error('offline'));
    else call.resolve(body);
    await until(() => expect(viewer.history.$history.get().kind).toBe(kind));
    unwatch();
  });
});

describe('going back', () => {
  const EARLIER = { id: 'x', capturedMillis: 1000, isDrawn: false };
  /** A page that shows a picture and loads an earlier one. */
  const goingBack = async () => {
    let nowMillis = 0;
    const it = open('?match=demo-b1', { now: () => (nowMillis += 1000) });
    (await it.nth(it.asked, 0)).resolve(latest('a'));
    (await it.nth(it.images, 0)).resolve(undefined);
    await it.status('ready');
    it.viewer.goBack(EARLIER);
    await it.nth(it.images, 1);
    return { ...it, shown: () => shownPicture(it.viewer.$viewing.get())?.id };
  };

  test('shows the earlier picture, and newer ones don’t replace it', async () => {
    const { page, asked, images, nth, status, shown, viewer } = await goingBack();
    (await nth(images, 1)).resolve(undefined);
    await status('ready');
    expect(shown()).toBe('x');
    page.say('visible');
    (await nth(asked, 1)).resolve(latest('b'));
    (await nth(images, 2)).resolve(undefined);
    await until(() => expect(viewer.$viewing.get().latest?.id).toBe('b'));
    expect(shown()).toBe('x');
    viewer.toLatest();
    expect(shown()).toBe('b');
  });

  test('one that can’t be loaded says so and keeps the shown picture', async () => {
    const { images, nth, status, shown } = await goingBack();
    for (const index of [1, 2, 3]) (await nth(images, index)).reject(new Error('blocked'));
    await status('imageFailed');
    expect(shown()).toBe('a');
  });

  test('a changed mind, the latest itself and Refresh lead to the latest', async () => {
    const { images, nth, state, shown, viewer, status } = await goingBack();
    viewer.toLatest();
    expect((await nth(images, 1)).signal.aborted).toBe(true);
    expect(state().status.kind).toBe('ready');
    for (const lead of [() => viewer.goBack({ ...EARLIER, id: 'a' }), viewer.refresh]) {
      viewer.goBack(EARLIER);
      (await nth(images, images.length - 1)).resolve(undefined);
      await until(() => expect(shown()).toBe('x'));
      lead();
      expect(shown()).toBe('a');
    }
    await status('fetching');
  });
});

describe('a newer refresh', () => {
  test('wins over an answer that comes later', async () => {
    const { viewer, asked, images, nth, state, status } = open();
    const older = await nth(asked, 0);
    viewer.refresh();
    expect(older.signal.aborted).toBe(true);
    (await nth(asked, 1)).resolve(latest('newer'));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    older.resolve(latest('older'));
    await new Promise(setImmediate);
    expect(images.map(({ address }) => address)).toEqual(['https://one.test/newer?t=17']);
    expect(state().image?.source).toContain('newer');
  });

  test('wins over a picture that loads later, even where nothing can be aborted', async () => {
    const { viewer, browser, asked, images, nth, state, status } = open();
    let showOlder = (): void => {};
    browser.loadImage.mockImplementationOnce(
      () =>
        new Promise<undefined>((resolve) => {
          showOlder = () => resolve(undefined);
        }),
    );
    (await nth(asked, 0)).resolve(latest('older'));
    await status('loadingImage');
    viewer.refresh();
    (await nth(asked, 1)).resolve(latest('newer'));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    showOlder();
    // Everything that could still follow has followed.
    await new Promise(setImmediate);
    expect(state().image?.source).toContain('newer');
  });

  test('keeps the last picture on screen while it works, and when it fails', async () => {
    const { viewer, asked, images, nth, state, status } = open();
    (await nth(asked, 0)).resolve(latest('a'));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    viewer.refresh();
    expect(state()).toMatchObject({ status: { kind: 'fetching' }, isBusy: true });
    expect(state().image?.source).toContain('/a?');
    (await nth(asked, 1)).reject(new Error('offline'));
    await status('unreachable');
    expect(state().image?.source).toContain('/a?');
  });

  test('leaving the page stops requests in progress', async () => {
    vi.useFakeTimers();
    const { asked, close, statuses } = open();
    close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(statuses).toEqual(['fetching']);
  });
});

describe('without a match', () => {
  test('it says so, fetches nothing and copies nothing', async () => {
    const { viewer, browser, state } = open('?venue=demo');
    expect(state()).toMatchObject({ status: { kind: 'missing' }, isBusy: false });
    viewer.refresh();
    await viewer.copyLink();
    await viewer.share('Title');
    viewer.chooseTable('b1');
    expect(browser.fetch).not.toHaveBeenCalled();
    expect(browser.copyText).not.toHaveBeenCalled();
    expect(browser.share).not.toHaveBeenCalled();
    expect(browser.goTo).not.toHaveBeenCalled();
  });
});

describe('sharing', () => {
  const link = 'https://cueboard.test/snapshot/?match=demo-b1';

  test('gives the device the title and the link with the match only', async () => {
    const { viewer, browser } = open('?match=demo-b1&venue=demo&boards=b1');
    await viewer.share('CueBoard – match snapshot');
    expect(browser.share).toHaveBeenCalledExactlyOnceWith({ title: 'CueBoard – match snapshot', url: link });
    expect(browser.copyText).not.toHaveBeenCalled();
  });

  test('shares the picture as a file where the device allows that, with its own link', async () => {
    const file = new File(['picture'], 'scoreboard.jpg', { type: 'image/jpeg' });
    const { viewer, browser, asked, images, nth, status } = open();
    const id = 'Cp_LNV6NCb1b6HZxdnKafA';
    (await nth(asked, 0)).resolve(latest(id));
    (await nth(images, 0)).resolve(undefined);
    await status('ready');
    browser.sharedFile.mockResolvedValueOnce(file);
    await viewer.share('Title');
    expect(browser.sharedFile).toHaveBeenCalledExactlyOnceWith(`https://one.test/${id}?t=17`);
    const url = `https://cueboard.test/s/gd/${id}?match=demo-b1`;
    expect(browser.share).toHaveBeenCalledExactlyOnceWith({ title: 'Title', url, files: [file] });
    // The browser's own menu shares the same.
    expect(browser.nameLink).toHaveBeenLastCalledWith(url);
  });

  test('a visitor who closes the dialog hears nothing of it', async () => {
    const { viewer, browser, state } = open();
    browser.share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
    await viewer.share('Title');
    expect(browser.copyText).not.toHaveBeenCalled();
    expect(state().status).toEqual({ kind: 'fetching' });
  });

  test('without sharing it copies and says so for a while; without copying the link itself stays', async () => {
    vi.useFakeTimers();
    const { viewer, browser, asked, state } = open();
    asked[0]?.resolve('{"ok":false,"error":"No upload yet for this match."}');
    await vi.advanceTimersByTimeAsync(0);
    browser.share.mockRejectedValue(new TypeError('no such function'));
    await viewer.share('Title');
    expect(browser.copyText).toHaveBeenCalledExactlyOnceWith(link);
    // The known state of the table isn't lost.
    expect(state()).toMatchObject({ status: { kind: 'noUpload' }, copy: { kind: 'copied' } });
    await vi.advanceTimersByTimeAsync(5000);
    expect(state()).toMatchObject({ status: { kind: 'noUpload' }, copy: undefined });
    browser.copyText.mockResolvedValueOnce(false);
    await viewer.share('Title');
    await vi.advanceTimersByTimeAsync(6000);
    expect(state().copy).toEqual({ kind: 'link', link });
  });

  test('another table is another page', () => {
    const { viewer, browser } = open('?match=demo-b1&venue=demo');
    viewer.chooseTable('b3');
    expect(browser.goTo).toHaveBeenCalledExactlyOnceWith(
      'https://cueboard.test/snapshot/?match=demo-b3&venue=demo',
    );
  });
});
