import { isObject, type Body } from '../rules/read.ts';
import { unreadable } from './requests.ts';

/** Readers for the server's answers. Each throws a `BackendError` on anything unexpected. */

export const expectObject = (value: unknown): Body => {
  if (!isObject(value)) throw unreadable();
  return value;
};

export const expectText = (value: unknown): string => {
  if (typeof value !== 'string') throw unreadable();
  return value;
};

export const expectNumber = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unreadable();
  return value;
};

export const expectFlag = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw unreadable();
  return value;
};

/** Reads a Postgres timestamp as milliseconds since the epoch. */
export const expectMillis = (value: unknown): number => expectNumber(Date.parse(expectText(value)));

export const expectOneOf = <Choice extends string>(choices: readonly Choice[], value: unknown): Choice => {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw unreadable();
  return choice;
};

export const expectList = <Item>(read: (value: unknown) => Item, value: unknown): readonly Item[] => {
  if (!Array.isArray(value)) throw unreadable();
  return value.map(read);
};

export const expectPair = (value: unknown): [number, number] => {
  const [first, second] = expectList(expectNumber, value);
  return [expectNumber(first), expectNumber(second)];
};

/** Reads an answer that may be "unknown", which becomes null. */
export const orUnknown = <Value>(read: (value: unknown) => Value, value: unknown): Value | null =>
  expectObject(value)['status'] === 'unknown' ? null : read(value);

/** Reads a value that may be null. */
export const orNull = <Value>(read: (value: unknown) => Value, value: unknown): Value | null =>
  value === null || value === undefined ? null : read(value);
