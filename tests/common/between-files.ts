import { afterAll, vi } from 'vitest';

/** Where files follow each other in one process, each leaves the clock and the globals as it found them. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
