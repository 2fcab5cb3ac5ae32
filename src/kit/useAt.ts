import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** What is drawn from server time: again only when it is something else. */
export const useAt = <Value extends string | number | boolean>(
  $serverMillis: ReadableAtom<number>,
  read: (serverMillis: number) => Value,
): Value => {
  const look = (): Value => read($serverMillis.get());
  return useSyncExternalStore((changed) => $serverMillis.listen(changed), look, look);
};

const STEP_MILLIS = 10_000;

/** Server time to within ten seconds, for what is said in minutes. */
export const useRoughTime = ($serverMillis: ReadableAtom<number>): number =>
  useAt($serverMillis, (millis) => Math.floor(millis / STEP_MILLIS) * STEP_MILLIS);
