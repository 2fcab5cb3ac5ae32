import { SCORE_LIMIT } from '../../config/limits.ts';

/** A decimal number in Western digits; `Number()` alone would accept '' and '0x10' too. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a score or race-to value; 0 for anything that is not a finite number. */
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

/** Formats a score for a board: at most two decimals, Western digits. */
export const formatScore = (value: number): string => String(Math.round(value * 100) / 100 + 0);
