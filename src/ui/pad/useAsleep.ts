import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a key sleeps after a tap, so that the second tap of a nervous thumb does nothing. */
const SLEEP_MILLIS = 300;

/** Which key of a group sleeps, and how one is sent to sleep: the one that was tapped last, by its name. */
export const useAsleep = (): readonly [string | null, (key: string) => void] => {
  const [asleep, setAsleep] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const sleep = useCallback((key: string) => {
    clearTimeout(timer.current);
    setAsleep(key);
    timer.current = setTimeout(() => setAsleep(null), SLEEP_MILLIS);
  }, []);
  return [asleep, sleep];
};
