import type { ReadableAtom } from 'nanostores';
import { shotFace, type ShotFace } from '../../core/clock/shot-face.ts';
import { millisToNextShotSecond, type ShotClock } from '../../rules/shot.ts';
import { createTicking } from './ticking.ts';

const isSame = (one: ShotFace | null, other: ShotFace | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    Object.entries(one).every(([name, value]) => other[name as keyof ShotFace] === value));

/** A shot clock's text, by server time; null while there is none. */
export const createShotText = (
  $shot: ReadableAtom<ShotClock | null>,
  serverNow: () => number,
): ReadableAtom<ShotFace | null> =>
  createTicking<ShotClock | null, ShotFace | null>({
    $source: $shot,
    serverNow,
    read: (shot, nowMillis) => ({
      value: shot && shotFace(shot, nowMillis),
      nextMillis: shot && millisToNextShotSecond(shot, nowMillis),
    }),
    initial: null,
    isSame,
  });
