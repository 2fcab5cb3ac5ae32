import { atom, type ReadableAtom } from 'nanostores';
import { CLOCK_REDRAW_MILLIS } from '../../config/limits.ts';
import { shotFace, type ShotFace } from '../../core/clock/shot-face.ts';
import { millisToNextShotSecond, type ShotClock } from '../../core/clock/shot.ts';
import { onVisit } from '../visit.ts';

const isSame = (one: ShotFace | null, other: ShotFace | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    Object.entries(one).every(([name, value]) => other[name as keyof ShotFace] === value));

/**
 * What a shot clock shows; null while there is none. It looks every 250 ms, and right when a second is full, so that all
 * screens turn together; listeners hear of it only when something changes. `serverNow` is the server's time, by what
 * this device knows of it.
 */
export const createShotText = (
  $shot: ReadableAtom<ShotClock | null>,
  serverNow: () => number,
): ReadableAtom<ShotFace | null> => {
  const $face = atom<ShotFace | null>(null);
  onVisit($face, () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const shot = $shot.get();
      const nowMillis = serverNow();
      const face = shot && shotFace(shot, nowMillis);
      if (!isSame($face.get(), face)) $face.set(face);
      const next = shot && millisToNextShotSecond(shot, nowMillis);
      if (next !== null) timer = setTimeout(look, Math.min(CLOCK_REDRAW_MILLIS, next + 1));
    };
    const unwatch = $shot.subscribe(look);
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  });
  return $face;
};
