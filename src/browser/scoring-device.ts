import type { Moment } from '../core/match/pending-action.ts';
import { attempt } from './attempt.ts';
import { offlineStore, type OfflineStore } from './offline-store.ts';
import { once } from './once.ts';
import { randomHex, randomId } from './random.ts';

/** The parts of the device that scoring needs. */
export interface ScoringDeviceEnvironment {
  readonly moment: () => Moment;
  /** A random number from 0 to 1. */
  readonly chance: () => number;
  /** The twelve hex digits that start all ids made here; stable as long as this browser can store them. */
  readonly device: () => string;
  /** An id for an action or a match. */
  readonly newId: () => string;
  readonly offlineStore: () => OfflineStore;
  /** Reloads the page. */
  readonly reload: () => void;
}

const KEY = 'scoring-device';
const DIGITS = 12;

const device = once(() => {
  const kept = attempt(() => localStorage.getItem(KEY));
  if (kept && /^[0-9a-f]{12}$/.test(kept)) return kept;
  const fresh = randomHex(DIGITS);
  attempt(() => localStorage.setItem(KEY, fresh));
  return fresh;
});

const life = once(() => randomHex(DIGITS));

/** This browser. */
export const scoringDeviceEnvironment: ScoringDeviceEnvironment = {
  moment: () => ({
    wallMillis: Date.now(),
    steadyMillis: performance.now(),
    life: life(),
  }),
  chance: () => Math.random(),
  device,
  newId: () => randomId(device()),
  offlineStore: () => offlineStore,
  reload: () => location.reload(),
};
