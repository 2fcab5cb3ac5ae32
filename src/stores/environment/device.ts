import type { Moment } from '../../core/sync/own.ts';
import { attempt } from '../attempt.ts';
import { keeper, type Keeper } from './keeper.ts';
import { randomHex } from './random.ts';

/** What scoring needs of the device itself. */
export interface DeviceEnvironment {
  readonly moment: () => Moment;
  /** A number from 0 to 1. */
  readonly chance: () => number;
  /** The twelve hex digits that begin all ids made here: the same ones whenever this browser can keep them. */
  readonly device: () => string;
  /** An id for an action or a match. */
  readonly newId: () => string;
  readonly keeper: () => Keeper;
  /** Loads the page anew. */
  readonly reload: () => void;
}

const KEY = 'scoring-device';
const DIGITS = 12;

let known: string | undefined;

const device = (): string => {
  if (known !== undefined) return known;
  const kept = attempt(() => localStorage.getItem(KEY));
  if (kept && /^[0-9a-f]{12}$/.test(kept)) return (known = kept);
  known = randomHex(DIGITS);
  const made = known;
  attempt(() => localStorage.setItem(KEY, made));
  return known;
};

let life: string | undefined;

/** A UUID of version 4, whose first twelve digits are the device's. */
const newId = (): string => {
  const own = device();
  const rest = randomHex(18);
  return `${own.slice(0, 8)}-${own.slice(8)}-4${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`;
};

/** This browser. */
export const deviceEnvironment: DeviceEnvironment = {
  moment: () => ({
    wallMillis: Date.now(),
    steadyMillis: performance.now(),
    life: (life ??= randomHex(DIGITS)),
  }),
  chance: () => Math.random(),
  device,
  newId,
  keeper: () => keeper,
  reload: () => location.reload(),
};
