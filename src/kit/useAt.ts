import type { ReadableAtom } from 'nanostores';
import { useSyncExternalStore } from 'react';

/** A value derived from server time; renders only when it changes. */
export const useAt = <Value extends string | number | boolean>(
  $serverMillis: ReadableAtom<number>,
  read: (serverMillis: number) => Value,
): Value => {
  const look = (): Value => read($serverMillis.get());
  return useSyncExternalStore((changed) => $serverMillis.listen(changed), look, look);
};

const STEP_MILLIS = 10_000;

/** Server time to within ten seconds, for texts in minutes. */
export const useRoughTime = ($serverMillis: ReadableAtom<number>): number =>
  useAt($serverMillis, (millis) => Math.floor(millis / STEP_MILLIS) * STEP_MILLIS);
