import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createChange } from '../../../src/browser/change.ts';
import { keepFresh } from '../../../src/browser/keep-fresh.ts';
import { BackendError, failureIn, type Failure } from '../../../src/core/failure.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.useFakeTimers();
  browser = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** A mounted store of a word that a server tells, and a change of it. */
const open = async (isWatched?: null) => {
  const $word = atom<{ word: string | null; failure: Failure | null }>({ word: null, failure: null });
  const read = vi.fn(async () => 'first');
  const endedBy = vi.fn<(failure: Failure) => boolean>(({ kind }) => kind === 'sessionExpired');
  const fresh = keepFresh(
    $word,
    async (isLast) => {
      try {
        const word = await read();
        if (isLast()) $word.set({ word, failure: null });
        return true;
      } catch (error) {
        if (isLast()) $word.set({ ...$word.get(), failure: failureIn(error) });
        return false;
      }
    },
    isWatched,
  );
  onTestFinished($word.listen(() => {}));
  await settle();
  return { ...fresh, $word, read, endedBy, change: createChange(fresh.refresh, endedBy) };
};

describe('a store kept fresh', () => {
  test('ignores the answer to an earlier account, and still asks for the next', async () => {
    const { $word, read, forget, refresh } = await open();
    const late = Promise.withResolvers<string>();
    read.mockReturnValueOnce(late.promise);
    const refreshed = refresh();
    forget();
    late.resolve('of the earlier account');
    await refreshed;
    expect($word.get().word).toBe('first');
    read.mockResolvedValue('of the next');
    await vi.advanceTimersByTimeAsync(5000);
    expect($word.get().word).toBe('of the next');
  });

  test('ignores the failure of an earlier account’s request', async () => {
    const { $word, read, forget, refresh } = await open();
    const late = Promise.withResolvers<string>();
    read.mockReturnValueOnce(late.promise);
    const refreshed = refresh();
    forget();
    late.reject(new BackendError({ kind: 'offline' }));
    await refreshed;
    expect($word.get().failure).toBeNull();
  });

  test('knows whether anything was forgotten since a moment', async () => {
    const { forget, mark } = await open();
    const isKept = mark();
    expect(isKept()).toBe(true);
    forget();
    expect(isKept()).toBe(false);
    expect(mark()()).toBe(true);
  });

  test('ignores an answer that a later one has overtaken', async () => {
    const { $word, read, refresh } = await open();
    const late = Promise.withResolvers<string>();
    read.mockReturnValueOnce(late.promise);
    const before = refresh();
    await refresh();
    late.resolve('overtaken');
    await before;
    expect($word.get().word).toBe('first');
  });

  test('that is never watched asks only at once and on return, even after a failure', async () => {
    const { $word, read, refresh } = await open(null);
    read.mockRejectedValueOnce(new BackendError({ kind: 'offline' }));
    await refresh();
    expect($word.get().failure).toEqual({ kind: 'offline' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(read).toHaveBeenCalledTimes(2);
    browser.window.dispatchEvent(new Event('online'));
    await settle();
    expect($word.get()).toEqual({ word: 'first', failure: null });
  });
});

describe('a change', () => {
  test('is followed by a refresh', async () => {
    const { $word, read, change, endedBy } = await open();
    expect(await change(async () => void read.mockResolvedValue('changed'))).toBeNull();
    expect($word.get().word).toBe('changed');
    expect(endedBy).not.toHaveBeenCalled();
  });

  test('that fails keeps the shown data, and resolves to the failure', async () => {
    const { $word, read, change } = await open();
    const failed = change(() => Promise.reject(new BackendError({ kind: 'taken' })));
    expect(await failed).toEqual({ kind: 'taken' });
    expect($word.get()).toEqual({ word: 'first', failure: null });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('has been made even if the refresh fails', async () => {
    const { $word, read, change } = await open();
    read.mockRejectedValueOnce(new BackendError({ kind: 'offline' }));
    expect(await change(async () => {})).toBeNull();
    expect($word.get()).toEqual({ word: 'first', failure: { kind: 'offline' } });
  });

  test('ends a session that has expired', async () => {
    const { change, endedBy } = await open();
    const expired = { kind: 'sessionExpired' } as const;
    expect(await change(() => Promise.reject(new BackendError(expired)))).toEqual(expired);
    expect(endedBy).toHaveBeenCalledExactlyOnceWith(expired);
  });
});
