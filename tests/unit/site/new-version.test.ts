import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board } from '../../../src/core/overlay/board.ts';
import { createBoardsIdle, isAtRest } from '../../../src/core/site/reload-when-idle.ts';
import { bringsVersion, readVersion } from '../../../src/core/site/version.ts';
import type { VersionEnvironment } from '../../../src/browser/version.ts';
import { ASK_MILLIS, keepUpToDate, LOOK_MILLIS } from '../../../src/browser/new-version.ts';
import { BOARD } from '../../common/board.ts';
import { fakeStorage } from '../fakes/browser-fakes.ts';

const OLD = 'aaaaaaaaaaaa';
const NEW = 'bbbbbbbbbbbb';
const NEWER = 'cccccccccccc';
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = (storage = fakeStorage()) => {
  const site = { answer: { version: OLD } as unknown, isSafe: false, lacksPart: false };
  const reload = vi.fn<VersionEnvironment['reload']>();
  let back = (): void => {};
  const fetchJson = vi.fn<VersionEnvironment['fetchJson']>(async () => {
    if (site.answer instanceof Error) throw site.answer;
    return site.answer;
  });
  const end = keepUpToDate(
    {
      fetchJson,
      reload,
      storage: () => storage,
      now: () => Date.now(),
      chance: () => 0.5,
      isOnline: () => true,
      isVisible: () => true,
      ownVersion: () => OLD,
      lacksPart: () => site.lacksPart,
      watchPage: (onChange) => {
        back = () => onChange('online');
        return () => {};
      },
    },
    () => site.isSafe,
  );
  return { site, reload, fetchJson, end, comeBack: () => back() };
};

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

test('a page that lacks a part loads itself once an hour at most, and only when nothing is at stake', async () => {
  const { site, reload } = opened();
  site.lacksPart = true;
  await pass(ASK_MILLIS);
  expect(reload).not.toHaveBeenCalled();
  site.isSafe = true;
  await pass(LOOK_MILLIS);
  expect(reload).toHaveBeenCalledOnce();
  await pass(HOUR - 2 * ASK_MILLIS);
  expect(reload).toHaveBeenCalledOnce();
  await pass(3 * ASK_MILLIS);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a page loads itself when there is a newer version, and only when nothing is at stake', async () => {
  const { site, reload } = opened();
  site.isSafe = true;
  await pass(ASK_MILLIS);
  expect(reload).not.toHaveBeenCalled();
  Object.assign(site, { answer: { version: NEW }, isSafe: false });
  await pass(2 * ASK_MILLIS);
  expect(reload).not.toHaveBeenCalled();
  site.isSafe = true;
  await pass(LOOK_MILLIS);
  expect(reload).toHaveBeenCalledOnce();
});

test('it asks when it comes back, and no more once it is closed', async () => {
  const { site, reload, fetchJson, comeBack, end } = opened();
  Object.assign(site, { answer: { version: NEW } });
  comeBack();
  await pass(0);
  expect(fetchJson).toHaveBeenCalledOnce();
  end();
  site.isSafe = true;
  await pass(HOUR);
  expect(fetchJson).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test('a server that is away at that moment, or answers anything else, leaves the page as it is', async () => {
  const { site, reload, comeBack } = opened();
  Object.assign(site, { answer: { version: NEW } });
  comeBack();
  await pass(0);
  Object.assign(site, { answer: new Error('away'), isSafe: true });
  await pass(ASK_MILLIS);
  Object.assign(site, { answer: 'Log in to the guest network' });
  await pass(ASK_MILLIS);
  expect(reload).not.toHaveBeenCalled();
  Object.assign(site, { answer: { version: NEW } });
  await pass(2 * ASK_MILLIS);
  expect(reload).toHaveBeenCalledOnce();
});

test('an old page that comes again is loaded again after an hour, or for another version', async () => {
  const storage = fakeStorage();
  const first = opened(storage);
  Object.assign(first.site, { answer: { version: NEW }, isSafe: true });
  first.comeBack();
  await pass(0);
  expect(first.reload).toHaveBeenCalledOnce();
  first.end();

  const again = opened(storage);
  Object.assign(again.site, { answer: { version: NEW }, isSafe: true });
  await pass(HOUR - ASK_MILLIS);
  expect(again.reload).not.toHaveBeenCalled();
  await pass(3 * ASK_MILLIS);
  expect(again.reload).toHaveBeenCalledOnce();
  again.end();

  const third = opened(storage);
  Object.assign(third.site, { answer: { version: NEWER }, isSafe: true });
  third.comeBack();
  await pass(0);
  expect(third.reload).toHaveBeenCalledOnce();
  third.end();
});

test('where nothing can be noted, nothing is loaded', async () => {
  const storage = fakeStorage();
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const { site, reload, comeBack } = opened(storage);
  Object.assign(site, { answer: { version: NEW }, isSafe: true });
  comeBack();
  await pass(HOUR);
  expect(reload).not.toHaveBeenCalled();
});

test('a version is twelve digits, and a page of it brings no other', () => {
  for (const odd of [null, 'x', {}, { version: 1 }, { version: '<html>' }, []])
    expect(readVersion(odd)).toBe(null);
  expect(readVersion({ version: NEW })).toBe(NEW);
  expect(bringsVersion({ own: OLD, newest: OLD, lacksPart: false, reloaded: null, nowMillis: 0 })).toBe(
    false,
  );
  expect(bringsVersion({ own: OLD, newest: NEW, lacksPart: false, reloaded: null, nowMillis: 0 })).toBe(true);
});

const MINUTE = 60_000;

test('a screen is off air without a board, a while after a match, and when its boards are forgotten', () => {
  const playing = { ...BOARD, p1: 'Salma', p2: 'Youssef', s1: 1, raceTo: 5 };
  const running = { ...playing, clock: { ...BOARD.clock, running: true, startedAtMillis: 0 } };
  /** How long a board has to be as it is; at most a day. */
  const untilOff = (board: Board | null): number => {
    const areIdle = createBoardsIdle();
    let millis = 0;
    while (!areIdle([{ token: 'a', board }], millis) && millis < 24 * HOUR) millis += 5000;
    return millis;
  };
  expect(untilOff(null)).toBe(0);
  expect(untilOff(BOARD)).toBe(15_000);
  expect(untilOff(playing)).toBe(HOUR);
  expect(untilOff(running)).toBe(6 * HOUR);

  // All of a television's, however one after the other they came to rest.
  const areIdle = createBoardsIdle();
  const at = (minute: number, rev: number, other: Board | null = playing) =>
    areIdle(
      [
        { token: 'a', board: { ...playing, rev } },
        { token: 'b', board: other },
      ],
      minute * MINUTE,
    );
  expect(at(0, 1)).toBe(false);
  expect(at(30, 2)).toBe(false);
  expect(at(60, 2)).toBe(false);
  expect(at(89, 2)).toBe(false);
  expect(at(90, 2)).toBe(true);
  expect(at(91, 3, null)).toBe(false);
});

test('a desk or a pad rests when it was left, isn’t seen or isn’t in use, with nothing open, typed or to be sent', () => {
  const used = {
    pending: 0,
    isBusy: false,
    hasFilled: false,
    isVisible: true,
    isOver: false,
    leftForMillis: MINUTE,
    untouchedForMillis: MINUTE,
  };
  expect(isAtRest(used)).toBe(false);
  for (const rest of [
    { leftForMillis: 100 },
    { isVisible: false },
    { isOver: true },
    { untouchedForMillis: HOUR },
  ]) {
    expect(isAtRest({ ...used, ...rest })).toBe(true);
    for (const stake of [{ pending: 1 }, { isBusy: true }, { hasFilled: true }])
      expect(isAtRest({ ...used, ...rest, ...stake })).toBe(false);
  }
  expect(isAtRest({ ...used, isOver: true, untouchedForMillis: 5000 })).toBe(false);
});
