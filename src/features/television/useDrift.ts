import { useStore } from '@nanostores/react';
import { createTurns } from '../board/turns.ts';

const PLACES = 4;
const DRIFT_MILLIS = 120_000;

const $turn = createTurns(DRIFT_MILLIS);

/** One of four places, another every two minutes: what stands still for days is burnt into a screen. */
export const useDrift = (): number => useStore($turn) % PLACES;
