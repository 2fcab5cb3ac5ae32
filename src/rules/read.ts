import type { Changes } from './corrections.ts';
import { SIDES, type Side } from './rules.ts';

/** Readers for data that may be any JSON. They never throw. */

/** A JSON object, such as an action's body. */
export type Body = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list's objects; empty for anything but a list. */
export const objects = (value: unknown): readonly Body[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** A text; anything else is empty. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A finite number; anything else is 0. */
export const number = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** A written time in milliseconds since the epoch; null for anything else. */
export const millis = (value: unknown): number | null => {
  const parsed = Date.parse(text(value));
  return Number.isFinite(parsed) ? parsed : null;
};

export const isSide = (value: unknown): value is Side => SIDES.some((side) => side === value);

export const oneOf = <Choice>(choices: readonly Choice[], value: unknown): value is Choice =>
  choices.some((choice) => choice === value);

/** Whether a value is a whole number within limits. */
export const isWhole = (
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Reads the changes of a correction; null if invalid. */
export const readChanges = (value: unknown): Changes | null => {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  const changes = entries.map(([name, change]) =>
    isObject(change) && isPlain(change['from']) && isPlain(change['to'])
      ? ([name, { from: change['from'], to: change['to'] }] as const)
      : null,
  );
  return entries.length > 0 && changes.every((change) => change !== null)
    ? Object.fromEntries(changes)
    : null;
};

/** Reads an optional number; null if it is anything else. */
export const readOptionalNumber = (value: unknown): number | undefined | null =>
  value === undefined || typeof value === 'number' ? value : null;

export const readOptionalFlag = (value: unknown): boolean | undefined | null =>
  value === undefined || typeof value === 'boolean' ? value : null;

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isSideOrNone = (value: unknown): value is Side | null => value === null || isSide(value);

const COUNT = { min: 0, max: 9999 } as const;

export const isCount = (value: unknown): value is number => isWhole(value, COUNT);

/** Whether a value is a pair of counts, A's first. */
export const isCounts = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount);
