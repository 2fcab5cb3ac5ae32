import { SCORE_LIMIT } from '../config/limits.ts';

/** The range of scores, and of race-to values, that the database accepts. */
export const SCORE_RANGE = { min: -SCORE_LIMIT, max: SCORE_LIMIT } as const;
export const RACE_TO_RANGE = { min: 0, max: SCORE_LIMIT } as const;

export const inRange = (value: number, { min, max }: { min: number; max: number }): boolean =>
  value >= min && value <= max;

/** Formats a score for a board: at most two decimals, Western digits. */
export const formatScore = (value: number): string => String(Math.round(value * 100) / 100 + 0);

/** A head start after its label. It is written from left to right in every language. */
export const handicapScore = (handicap: readonly [number, number]): string => handicap.join('–');
