import { computed, type ReadableAtom } from 'nanostores';

type Stores<Values extends readonly unknown[]> = {
  readonly [Index in keyof Values]: ReadableAtom<Values[Index]>;
};

/**
 * A computed store with the correct initial value: pages are prerendered with it, and the island hydrates from the
 * same.
 */
export const derived = <const Values extends readonly unknown[], Value>(
  stores: Stores<Values>,
  derive: (...values: Values) => Value,
): ReadableAtom<Value> => {
  const all = stores as readonly (ReadableAtom<unknown> & { readonly init?: unknown })[];
  const from = derive as (...values: readonly unknown[]) => Value;
  return Object.assign(computed([...all], from), { init: from(...all.map(({ init }) => init)) });
};
