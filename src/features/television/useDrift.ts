import { useStore } from '@nanostores/react';
import { createTurns } from '../board/turns.ts';

const PLACES = 4;
const DRIFT_MILLIS = 120_000;

const $turn = createTurns(DRIFT_MILLIS);

/** One of four positions, changing every two minutes, because a static image would burn in. */
export const useDrift = (): number => useStore($turn) % PLACES;
