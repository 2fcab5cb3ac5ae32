import type { DraftProblem } from '../match/new-match-draft.ts';
import type { Range } from '../../rules/format.ts';
import { limitName } from '../../rules/name.ts';
import { NAME_LIMIT } from '../../config/limits.ts';
import { numberOrZero, parseNumber } from '../../rules/number.ts';
import { inRange, SCORE_RANGE } from '../../rules/score.ts';
import type { Result, ResultCorrection } from './result.ts';

/** A result as typed in its fields. */
export interface TypedResult {
  readonly p1: string;
  readonly p2: string;
  readonly s1: string;
  readonly s2: string;
}

/** Frames and racks. */
const UNITS: Range = { min: 0, max: 99 };

export const typedResult = ({ names: [p1, p2], scores: [s1, s2] }: ResultCorrection): TypedResult => ({
  p1,
  p2,
  s1: String(s1),
  s2: String(s2),
});

/** Swaps the players. Each side keeps its score. */
export const swappedResult = ({ p1, p2, ...scores }: TypedResult): TypedResult => ({
  p1: p2,
  p2: p1,
  ...scores,
});

/** The problems of a typed result, by field. Plain scores may be any number; frames and racks are counted. */
export const resultProblems = (
  typed: TypedResult,
  { state }: Pick<Result, 'state'>,
): Readonly<Partial<Record<keyof TypedResult, DraftProblem>>> => {
  const isCounted = state !== 'scored';
  const range = isCounted ? UNITS : SCORE_RANGE;
  const found: Partial<Record<keyof TypedResult, DraftProblem>> = {};
  for (const field of ['s1', 's2'] as const) {
    const value = parseNumber(typed[field]);
    if (value === null || !inRange(value, range) || (isCounted && !Number.isInteger(value)))
      found[field] = { problem: isCounted ? 'range' : 'number', values: range };
  }
  for (const field of ['p1', 'p2'] as const)
    if (limitName(typed[field]).cut)
      found[field] = { problem: 'nameTooLong', values: { min: 0, max: NAME_LIMIT } };
  return found;
};

/** The correction in a typed result; check its problems first. */
export const correctionBy = ({ p1, p2, s1, s2 }: TypedResult): ResultCorrection => ({
  names: [limitName(p1).name, limitName(p2).name],
  scores: [numberOrZero(s1), numberOrZero(s2)],
});
