/*
 * One fake clock for everything in a hall. Each callback belongs to the page that scheduled it: a page that closes takes
 * its timers along, and a page that sleeps runs them when it wakes.
 */

/** One page's life on a device. */
export interface Life {
  isClosed: boolean;
  /** The timers that wait until it wakes; null while it is awake. */
  asleep: Timer[] | null;
  /** How long its own clock stood still. */
  pausedMillis: number;
}

interface Timer {
  atMillis: number;
  readonly life: Life | null;
  readonly everyMillis: number | null;
  readonly run: () => void;
  isStopped: boolean;
}

export interface HallTime {
  readonly now: () => number;
  /** Runs this as a page: what it schedules belongs to that page. */
  readonly as: (life: Life | null, work: () => void) => void;
  readonly after: (millis: number, life: Life | null, run: () => void) => void;
  readonly wake: (life: Life) => void;
  /** Runs everything that is due until then, each with all that it leads to before the next. */
  readonly runUntil: (millis: number) => Promise<void>;
  /** How many callbacks ran. */
  readonly count: () => number;
}

/** Ten times what an evening takes. */
const MOST = 1_000_000;

/** Until nothing that was promised is left to do: ticks come after all promises' callbacks. */
const settle = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Gives `work` this time in place of the process's own, and a window for stores to mount in. */
export const withHallTime = async <Result>(
  startMillis: number,
  work: (time: HallTime) => Promise<Result>,
): Promise<Result> => {
  /** The first is last. */
  const queue: Timer[] = [];
  let nowMillis = startMillis;
  let ran = 0;
  let current: Life | null = null;

  /** Puts a timer after all that are due before it or at the same time. */
  const push = (timer: Timer, atMillis: number): Timer => {
    timer.atMillis = atMillis;
    let [low, high] = [0, queue.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((queue[middle]?.atMillis ?? 0) > atMillis) low = middle + 1;
      else high = middle;
    }
    queue.splice(low, 0, timer);
    return timer;
  };
  const schedule = (millis: number, everyMillis: number | null, life: Life | null, run: () => void): Timer =>
    push({ atMillis: 0, life, everyMillis, run, isStopped: false }, nowMillis + Math.max(0, millis));

  const time: HallTime = {
    now: () => nowMillis,
    as: (life, run) => {
      const before = current;
      current = life;
      try {
        run();
      } finally {
        current = before;
      }
    },
    after: (millis, life, run) => void schedule(millis, null, life, run),
    wake: (life) => {
      const waiting = life.asleep ?? [];
      life.asleep = null;
      for (const timer of waiting) push(timer, nowMillis);
    },
    runUntil: async (untilMillis) => {
      for (;;) {
        const next = queue.at(-1);
        if (!next || next.atMillis > untilMillis) break;
        queue.pop();
        const { life, everyMillis, run } = next;
        if (next.isStopped || life?.isClosed) continue;
        nowMillis = next.atMillis;
        if (life?.asleep) {
          life.asleep.push(next);
          continue;
        }
        if (everyMillis !== null) push(next, nowMillis + everyMillis);
        ran += 1;
        if (ran > MOST) throw new Error('the evening never ends');
        current = life;
        run();
        await settle();
        current = null;
      }
      nowMillis = untilMillis;
    },
    count: () => ran,
  };

  const stop = (timer: unknown): void => {
    if (timer && typeof timer === 'object' && 'isStopped' in timer) timer.isStopped = true;
  };
  const fakes = {
    setTimeout: (run: () => void, millis = 0) => schedule(millis, null, current, run),
    setInterval: (run: () => void, millis = 0) => schedule(millis, millis, current, run),
    clearTimeout: stop,
    clearInterval: stop,
    window: new EventTarget(),
  };
  const global = globalThis as Record<string, unknown>;
  const before = Object.keys(fakes).map(
    (name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const,
  );
  const dateNow = Date.now;
  for (const [name, value] of Object.entries(fakes))
    Object.defineProperty(global, name, { value, configurable: true, writable: true });
  Date.now = () => nowMillis;
  try {
    return await work(time);
  } finally {
    Date.now = dateNow;
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(global, name, descriptor);
      else Reflect.deleteProperty(global, name);
    }
  }
};
