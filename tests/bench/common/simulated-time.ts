import type { Page } from '@playwright/test';

interface Simulated {
  readonly advance: (millis: number) => Promise<void>;
}

/**
 * Runs in the page before its own scripts: time and timers that move on demand. Network requests are answered before
 * time moves on. Frames stay the browser's.
 */
const install = (startMillis: number): void => {
  interface Timer {
    atMillis: number;
    readonly everyMillis: number | null;
    readonly run: () => void;
  }
  /** Longest real wait for a socket, which needn't answer its messages. */
  const PATIENCE_MILLIS = 300;
  /** For what an answer leads to. */
  const DIGEST_MILLIS = 4;
  const RealDate = Date;
  const realSetTimeout = window.setTimeout.bind(window);
  const pause = (millis: number) => new Promise((resolve) => realSetTimeout(resolve, millis));
  const timers = new Map<number, Timer>();
  let nowMillis = startMillis;
  let ids = 0;
  const unanswered = new Set<Promise<unknown>>();
  const follow = (answer: Promise<unknown>): void => {
    const settled = answer.catch(() => undefined).finally(() => unanswered.delete(settled));
    unanswered.add(settled);
  };
  const settle = async (): Promise<void> => {
    while (unanswered.size > 0) {
      await Promise.all(unanswered);
      await pause(DIGEST_MILLIS);
    }
  };
  const realFetch = window.fetch.bind(window);
  const fetch: typeof realFetch = (...request) => {
    const answer = realFetch(...request);
    follow(answer);
    return answer;
  };
  const hear = (socket: WebSocket, ...events: string[]): Promise<unknown> => {
    const listening = new AbortController();
    const any = events.map(
      (event) =>
        new Promise((resolve) => socket.addEventListener(event, resolve, { signal: listening.signal })),
    );
    return Promise.race([pause(PATIENCE_MILLIS), ...any]).finally(() => listening.abort());
  };
  class FollowedSocket extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address);
      follow(hear(this, 'open', 'error', 'close'));
    }
    override send(message: Parameters<WebSocket['send']>[0]): void {
      follow(hear(this, 'message', 'close'));
      super.send(message);
    }
  }
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
      // A timer's promises settle before the next timer runs.
      await Promise.resolve().then(() => undefined);
      await settle();
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
    WebSocket: FollowedSocket,
    fetch,
    setTimeout: add(false),
    setInterval: add(true),
    clearTimeout: clear,
    clearInterval: clear,
    advance,
  });
};

/**
 * Gives a page, before it is opened, its own time, which starts at `startMillis`. A second of it takes less than a real
 * one. Sockets that the test answers are to be routed before.
 */
export const simulateTime = async (page: Page, startMillis: number) => {
  let nowMillis = startMillis;
  await page.addInitScript(install, startMillis);
  return {
    /** The page's time when it was last moved. */
    now: (): number => nowMillis,
    /** The page's time, also while it is being moved. */
    seen: (): Promise<number> => page.evaluate(() => Date.now()),
    /** Has all timers of this time run, one after the other. */
    advance: async (millis: number): Promise<void> => {
      await page.evaluate((time) => (window as unknown as Simulated).advance(time), millis);
      nowMillis += millis;
    },
  };
};
