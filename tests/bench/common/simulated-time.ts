import type { Page } from '@playwright/test';

interface Simulated {
  readonly advance: (millis: number) => Promise<void>;
}

/** Runs in the page before its own scripts: time and timers that move when they are told to. Frames stay the browser's. */
const install = (startMillis: number): void => {
  interface Timer {
    atMillis: number;
    readonly everyMillis: number | null;
    readonly run: () => void;
  }
  const RealDate = Date;
  const timers = new Map<number, Timer>();
  let nowMillis = startMillis;
  let ids = 0;
  const add =
    (repeats: boolean) =>
    (run: (...args: unknown[]) => void, millis = 0, ...args: unknown[]): number => {
      ids += 1;
      const after = Math.max(1, millis);
      timers.set(ids, {
        atMillis: nowMillis + after,
        everyMillis: repeats ? after : null,
        run: () => run(...args),
      });
      return ids;
    };
  const clear = (id: number): void => void timers.delete(id);
  const advance = async (millis: number): Promise<void> => {
    const end = nowMillis + millis;
    for (;;) {
      const [next] = [...timers].sort(([, one], [, other]) => one.atMillis - other.atMillis);
      if (!next || next[1].atMillis > end) break;
      const [id, timer] = next;
      nowMillis = Math.max(nowMillis, timer.atMillis);
      if (timer.everyMillis === null) timers.delete(id);
      else timer.atMillis += timer.everyMillis;
      timer.run();
      // What a timer promises is kept before the next one.
      await Promise.resolve().then(() => undefined);
    }
    nowMillis = end;
  };
  class SimulatedDate extends RealDate {
    constructor(value: number | string = nowMillis) {
      super(value);
    }
    static override now(): number {
      return nowMillis;
    }
  }
  performance.now = () => nowMillis - startMillis;
  Object.assign(window, {
    Date: SimulatedDate,
    setTimeout: add(false),
    setInterval: add(true),
    clearTimeout: clear,
    clearInterval: clear,
    advance,
  });
};

/** Gives a page, before it is opened, a time of its own that begins at `startMillis`. What it does in a second takes no second. */
export const simulateTime = async (page: Page, startMillis: number) => {
  let nowMillis = startMillis;
  await page.addInitScript(install, startMillis);
  return {
    now: (): number => nowMillis,
    /** Has all timers of this time run, one after the other. */
    advance: async (millis: number): Promise<void> => {
      nowMillis += millis;
      await page.evaluate((time) => (window as unknown as Simulated).advance(time), millis);
    },
  };
};
