import { attempt } from './attempt.ts';
import type { Environment } from './environment/browser.ts';

/** One value that this device keeps as JSON; where nothing can be kept, there is none. */
export interface Kept<Value> {
  readonly read: () => Value | null;
  readonly keep: (value: Value) => void;
  readonly forget: () => void;
}

/** `name` carries a version: raise it when the value's shape changes, and what an earlier page kept is left alone. */
export const createKept = <Value>({ lasting }: Pick<Environment, 'lasting'>, name: string): Kept<Value> => ({
  read: () => attempt(() => JSON.parse(lasting().getItem(name) ?? 'null') as Value | null) ?? null,
  keep: (value) => {
    attempt(() => lasting().setItem(name, JSON.stringify(value)));
  },
  forget: () => {
    attempt(() => lasting().removeItem(name));
  },
});
