import { useEffect, useState } from 'react';

const PLACES = 4;
const DRIFT_MILLIS = 120_000;

/** One of four places, another every two minutes: what stands still for days is burnt into a screen. */
export const useDrift = (): number => {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPlace((before) => (before + 1) % PLACES), DRIFT_MILLIS);
    return () => clearInterval(timer);
  }, []);
  return place;
};
