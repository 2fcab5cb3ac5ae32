import { failureIn, type Failure } from '../core/failure.ts';
import type { Environment } from './browser.ts';
import { createTimer } from './timer.ts';

/** How long a change is repeated. An older one could be wrong by now. */
const REPEATED_MILLIS = 2 * 60_000;
const FIRST_MILLIS = 1000;
const LAST_MILLIS = 8000;

const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    createTimer().set(millis, resolve);
  });

interface Repeating extends Pick<Environment, 'now'> {
  /** When the change was made, by this device's clock. */
  readonly sinceMillis: number;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

/** Sends a change until it is answered or too old. It must be one that may be repeated. */
export const repeated = async <Answer>(
  send: () => Promise<Answer>,
  { now, sinceMillis, endedBy }: Repeating,
): Promise<Answer | { readonly failure: Failure }> => {
  const isOld = (afterMillis = 0): boolean => {
    const age = now() - sinceMillis;
    // The clock may have been set back while the page was closed.
    return age < 0 || age + afterMillis > REPEATED_MILLIS;
  };
  let failure: Failure = { kind: 'offline' };
  for (let millis = FIRST_MILLIS; !isOld(); millis = Math.min(2 * millis, LAST_MILLIS)) {
    try {
      return await send();
    } catch (thrown) {
      failure = failureIn(thrown);
      const isRefused = endedBy(failure) || failure.kind === 'forbidden';
      if (isRefused || isOld(millis)) break;
      // The phone may sleep in between.
      await pause(millis);
    }
  }
  return { failure };
};
