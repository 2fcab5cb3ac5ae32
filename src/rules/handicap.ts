import { UNITS_RANGE, type Draft, type Range } from './format.ts';
import { numberOrZero } from './number.ts';
import type { Pair } from './rules.ts';

/** A head start, as `start` has it. */
export const handicapOf = ({ handicapA, handicapB }: Draft): Pair => ({
  A: numberOrZero(handicapA),
  B: numberOrZero(handicapB),
});

/** The racks that a side can begin with: fewer than win the match. `raceTo` is null if no number does. */
export const handicapRange = (raceTo: number | null): Range => ({
  min: 0,
  max: (raceTo ?? UNITS_RANGE.max) - 1,
});
