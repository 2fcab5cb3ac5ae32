import { attempt } from './attempt.ts';
import type { Environment } from './browser.ts';

/** One value stored on this device as JSON; null if there is none or storage is blocked. */
export interface Kept<Value> {
  readonly read: () => Value | null;
  readonly keep: (value: Value) => void;
  readonly forget: () => void;
}

/** `name` includes a version: raise it when the value's shape changes, so that older values are ignored. */
export const createKept = <Value>({ lasting }: Pick<Environment, 'lasting'>, name: string): Kept<Value> => ({
  read: () => attempt(() => JSON.parse(lasting().getItem(name) ?? 'null') as Value | null) ?? null,
  keep: (value) => {
    attempt(() => lasting().setItem(name, JSON.stringify(value)));
  },
  forget: () => {
    attempt(() => lasting().removeItem(name));
  },
});
