import { useEffect, useState } from 'react';

/**
 * Server time in milliseconds, anew whenever what is drawn from it changes: `next` says in how many milliseconds that
 * will be, null for never.
 */
export const useNow = (serverNow: () => number, next: (now: number) => number | null): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const look = () => setNow(serverNow());
    const millis = next(now);
    const timer = millis === null ? undefined : setTimeout(look, millis + 1);
    return () => clearTimeout(timer);
  }, [serverNow, next, now]);
  return now;
};
