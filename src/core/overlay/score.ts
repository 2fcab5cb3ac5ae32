import { SCORE_LIMIT } from '../../config/limits.ts';

/** A decimal number in Western digits; `Number()` alone would also take '' and '0x10'. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The score or race-to value that a text means; 0 for anything that is not a finite number. */
export const parseScore = (text: string): number => {
  const trimmed = text.trim();
  const value = DECIMAL.test(trimmed) ? Number(trimmed) : 0;
  // Adding 0 turns −0 into 0.
  return Number.isFinite(value) ? value + 0 : 0;
};

/** The range of scores, and of race-to values, that the database accepts. */
export const SCORE_RANGE = { min: -SCORE_LIMIT, max: SCORE_LIMIT } as const;
export const RACE_TO_RANGE = { min: 0, max: SCORE_LIMIT } as const;

export const inRange = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max;

/** A score as a board shows it: two decimals at most, Western digits. */
export const formatScore = (value: number): string => String(Math.round(value * 100) / 100 + 0);
