import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepAwake } from '../../../src/browser/awake.ts';
import { createPadSettings } from '../../../src/features/pad-parts/pad-settings.ts';
import { feel } from '../../../src/features/pad-parts/feel.ts';
import { DEFAULT_KEYS, GROUPS } from '../../../src/features/pad/commands.ts';
import { commandLabel, keyLabel } from '../../../src/features/pad/labels.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { textsIn } from '../i18n/texts.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';

afterEach(() => vi.unstubAllGlobals());

test('what happened is felt where a device can shake, and nowhere else', () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  feel('foul');
  feel('refused');
  expect(vibrate.mock.calls).toEqual([[[20, 40, 20]], [[60, 60, 60]]]);
  vi.stubGlobal('navigator', {});
  expect(() => feel('pot')).not.toThrow();
});

describe('the screen is kept on', () => {
  let document: EventTarget & { visibilityState: string };
  let locks: EventTarget[];
  const request = vi.fn<() => Promise<EventTarget>>();

  beforeEach(() => {
    ({ document } = stubBrowser());
    locks = [];
    request.mockReset().mockImplementation(async () => {
      const lock = Object.assign(new EventTarget(), {
        release: vi.fn(async () => void lock.dispatchEvent(new Event('release'))),
      });
      locks.push(lock);
      return lock;
    });
    vi.stubGlobal('navigator', { wakeLock: { request } });
  });
  const touch = async () => {
    document.dispatchEvent(new Event('pointerup'));
    await vi.waitFor(() => Promise.resolve());
  };

  test('by one lock, however often it is touched', async () => {
    keepAwake();
    await touch();
    await touch();
    expect(request).toHaveBeenCalledTimes(1);
    expect(request).toHaveBeenCalledWith('screen');
  });

  test('again on return, when the browser has taken the lock back', async () => {
    keepAwake();
    await touch();
    document.visibilityState = 'hidden';
    locks[0]?.dispatchEvent(new Event('release'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(1);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('from the next touch on, where a browser wants one', async () => {
    request.mockRejectedValueOnce(new Error('No touch yet'));
    keepAwake();
    await touch();
    await touch();
    expect(locks).toHaveLength(1);
  });

  test('until the pad closes', async () => {
    const letSleep = keepAwake();
    await touch();
    letSleep();
    await expect.poll(() => locks[0]).toHaveProperty('release.mock.calls.length', 1);
    await touch();
    expect(request).toHaveBeenCalledTimes(1);
  });
});

describe('settings of the pad', () => {
  beforeEach(() => void stubBrowser());

  test('last on this device', () => {
    const storage = fakeStorage();
    const first = createPadSettings({ lasting: () => storage });
    first.setHand('left');
    first.setKeys('{"undo":["q"]}');
    const later = createPadSettings({ lasting: () => storage });
    const seen: unknown[] = [];
    const stop = [
      later.$hand.subscribe((hand) => seen.push(hand)),
      later.$keys.subscribe((keys) => seen.push(keys)),
    ];
    expect(seen).toEqual(['left', '{"undo":["q"]}']);
    later.setKeys(null);
    expect(storage.length).toBe(1);
    for (const end of stop) end();
  });

  test('last as long as the page where nothing may be kept', () => {
    const settings = createPadSettings({
      lasting: () => {
        throw new Error('Forbidden');
      },
    });
    const stop = settings.$hand.listen(() => {});
    expect(settings.$hand.get()).toBe('right');
    settings.setHand('left');
    expect(settings.$hand.get()).toBe('left');
    stop();
  });

  test('ignore an unknown hand', () => {
    const storage = fakeStorage();
    storage.setItem('cueboard.pad.hand', 'third');
    const { $hand } = createPadSettings({ lasting: () => storage });
    const stop = $hand.listen(() => {});
    expect($hand.get()).toBe('right');
    stop();
  });
});

describe.each([...LOCALE_NAMES])('in %s', (locale) => {
  const texts = textsIn(locale);

  test('every command has its words, and no two of a place the same', () => {
    for (const { keys } of GROUPS) {
      const labels = Object.keys(keys).map((command) => commandLabel(command, texts));
      expect(labels.every((label) => typeof label === 'string' && label.length > 0)).toBe(true);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  test('every key has its sign', () => {
    for (const name of Object.values(DEFAULT_KEYS).flat()) expect(keyLabel(name, texts)).toMatch(/^\S/);
    expect(keyLabel('Ctrl+Shift+z', texts)).toBe('Ctrl ⇧ Z');
    expect(keyLabel('+', texts)).toBe('+');
  });
});
