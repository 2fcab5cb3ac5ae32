import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ShotFace } from '../../core/clock/shot-face.ts';
import { createShotText } from '../board/shot-text.ts';
import type { Scoring } from '../match/scoring.ts';
import { feel } from './feel.ts';
import { pulseOf } from './shot.ts';
import { derived } from '../../browser/derived.ts';

/** The shot clock's current face; null while there is none. Vibrates when it runs low. */
export const useShotFace = ({ $scored }: Scoring, serverNow: () => number): ShotFace | null => {
  const [$face] = useState(() =>
    createShotText(
      derived([$scored], (scored) => scored?.shot ?? null),
      serverNow,
    ),
  );
  useEffect(
    () =>
      $face.listen((after, before) => {
        const pulse = pulseOf(before ?? null, after);
        if (pulse) feel(pulse);
      }),
    [$face],
  );
  return useStore($face, { ssr: 'initial' });
};
