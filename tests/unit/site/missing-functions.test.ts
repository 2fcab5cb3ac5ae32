import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { addMissingFunctions, type Builtins } from '../../../src/browser/missing-functions.ts';

/** Built-ins of a browser that lacks all that pages add. */
const lacking = () => {
  const scope = {
    Object: {},
    Array: { prototype: {} },
    String: { prototype: {} },
    AbortSignal: { prototype: {} },
  };
  addMissingFunctions(scope satisfies Builtins);
  return scope as unknown as {
    readonly Object: ObjectConstructor;
    readonly Array: { readonly prototype: readonly number[] };
    readonly String: { readonly prototype: string };
    readonly AbortSignal: { readonly timeout: typeof AbortSignal.timeout; readonly prototype: AbortSignal };
  };
};

const added = lacking();

test('existing functions of the browser stay', () => {
  const { toSorted } = Array.prototype;
  addMissingFunctions(globalThis);
  expect(Array.prototype.toSorted).toBe(toSorted);
});

test('added functions aren’t enumerable', () => {
  expect(Object.keys(added.Array.prototype)).toEqual([]);
});

test('lists are searched from their end and sorted as copies, as the browser’s own functions do', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 })), (list) => {
      const copy = [...list];
      const order = (a: number, b: number): number => b - a;
      const isOdd = (value: number, index: number, all: readonly number[]): boolean =>
        all[index] === value && value % 2 !== 0;
      expect(added.Array.prototype.toSorted.call(list, order)).toEqual(list.toSorted(order));
      expect(added.Array.prototype.findLast.call(list, isOdd)).toBe(list.findLast(isOdd));
      expect(list).toEqual(copy);
    }),
  );
});

test('broken surrogates become the replacement character, as with the browser’s own function', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\ud83d', '\udfb1', 'a', 'ي', '🎱') }), (text) => {
      expect(added.String.prototype.toWellFormed.call(text)).toBe(text.toWellFormed());
    }),
  );
});

test('own properties differ from inherited ones', () => {
  expect(added.Object.hasOwn({ a: 1 }, 'a')).toBe(true);
  expect(added.Object.hasOwn({ a: 1 }, 'toString')).toBe(false);
  expect(added.Object.hasOwn(Object.create(null) as object, 'a')).toBe(false);
});

test('a signal ends after its time, and what waits throws then', () => {
  vi.useFakeTimers();
  const signal = added.AbortSignal.timeout(100);
  const check = (on: { readonly aborted: boolean; readonly reason?: unknown }) => () =>
    (
      Object.create(added.AbortSignal.prototype, {
        aborted: { value: on.aborted },
        reason: { value: on.reason },
      }) as AbortSignal
    ).throwIfAborted();
  vi.advanceTimersByTime(99);
  expect(check(signal)).not.toThrow();
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(check(signal)).toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  // Browsers of that time keep no reason.
  expect(check({ aborted: true })).toThrow(expect.objectContaining({ name: 'AbortError' }));
  vi.useRealTimers();
});
