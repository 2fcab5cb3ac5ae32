import { afterAll, vi } from 'vitest';
import { printRepeats } from '../../supabase/embedded/http/log.ts';

/** Where files follow each other in one process, each leaves the clock, the globals and the log as it found them. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  printRepeats();
});
