import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shotFace, type ShotFace } from '../../../src/core/clock/shot-face.ts';
import type { ShotClock } from '../../../src/rules/shot.ts';
import { createShotText } from '../../../src/features/board/shot-text.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

const START = 1_000_000;
const running: ShotClock = { seconds: 30, warnSeconds: 10, endsAtMillis: START + 30_000, leftSeconds: null };
const paused: ShotClock = { ...running, endsAtMillis: null, leftSeconds: 12.5 };

describe('a shot clock shows', () => {
  test.each([
    ['all seconds at first', 0, { seconds: 30, part: 1, low: false, over: false }],
    ['a second until it is full', 999, { seconds: 30, part: 1, low: false, over: false }],
    ['one less when it is', 1000, { seconds: 29, part: 29 / 30, low: false, over: false }],
    ['the warning with as much left as it warns with', 20_000, { seconds: 10, low: true, over: false }],
    ['1 through its last second', 29_999, { seconds: 1, low: true, over: false }],
    ['0 when it is over', 30_000, { seconds: 0, part: 0, low: true, over: true }],
    ['0 ever after', 90_000, { seconds: 0, part: 0, low: true, over: true }],
  ])('%s', (_, passedMillis, face) => {
    expect(shotFace(running, START + passedMillis)).toMatchObject({ running: true, ...face });
  });

  test('the seconds left while paused', () => {
    expect(shotFace(paused, START)).toMatchObject({ seconds: 13, running: false, low: false });
  });

  test('no more than all of it to a device that is behind the server', () => {
    expect(shotFace(running, START - 5000)).toMatchObject({ part: 1 });
  });
});

describe('the text of a shot clock', () => {
  beforeEach(() => {
    stubBrowser();
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('changes once a second, right when it is full, by the server’s time', () => {
    const $shot = atom<ShotClock | null>({ ...running, endsAtMillis: START + 5000 + 30_400 });
    const faces: [number, number | null][] = [];
    const $face = createShotText($shot, () => Date.now() + 5000);
    const stop = $face.subscribe((face: ShotFace | null) =>
      faces.push([Date.now() - START, face?.seconds ?? null]),
    );
    vi.advanceTimersByTime(2500);
    stop();
    expect(faces).toEqual([
      [0, 31],
      [401, 30],
      [1401, 29],
      [2401, 28],
    ]);
  });

  test('follows a new shot at once, and is nothing without one', () => {
    const $shot = atom<ShotClock | null>(null);
    const $face = createShotText($shot, () => Date.now());
    const faces: (number | null)[] = [];
    const stop = $face.subscribe((face: ShotFace | null) => faces.push(face?.seconds ?? null));
    $shot.set(running);
    $shot.set(paused);
    $shot.set(null);
    expect(faces).toEqual([null, 30, 13, null]);
    // A clock that went on ticking would make this throw.
    vi.runAllTimers();
    expect(faces).toHaveLength(4);
    stop();
  });
});
