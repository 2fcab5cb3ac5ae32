import { createTimer } from './timer.ts';

/**
 * Runs `work` with a signal that aborts with `signal` or when the time is up. Rejects then, even if `work` ignores the
 * signal.
 */
export const withTimeout = async <Result>(
  signal: AbortSignal,
  millis: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const abort = (): void => limit.abort();
  const timer = createTimer();
  timer.set(millis, abort);
  signal.addEventListener('abort', abort);
  const over = new Promise<never>((_resolve, reject) => {
    limit.signal.addEventListener('abort', () => reject(new Error('It is no longer waited for')));
  });
  try {
    return await Promise.race([work(limit.signal), over]);
  } finally {
    timer.stop();
    signal.removeEventListener('abort', abort);
  }
};
