import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a key ignores taps after the first, against accidental double taps. */
const SLEEP_MILLIS = 300;

/** The name of the key in a group that is ignoring taps, and a function to put one to sleep. */
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
