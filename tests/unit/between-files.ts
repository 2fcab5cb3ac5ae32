import { afterAll, vi } from 'vitest';

/** Files of unit tests follow each other in one process: each leaves the clock and the globals as it found them. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
