/** The objects with the built-in functions: a page's global object, or a test's replacement. */
export interface Builtins {
  readonly Object: object;
  readonly Array: { readonly prototype: object };
  readonly String: { readonly prototype: object };
  readonly AbortSignal: { readonly prototype: object };
}

/**
 * Adds standard built-in functions that the scripts use and the oldest browsers lack. `tests/built/floor.test.ts`
 * reports functions missing from both.
 *
 * Self-contained on purpose: pages inline this function's source in a script that runs before all others.
 */
export function addMissingFunctions(scope: Builtins): void {
  const add = (owner: object, methods: object): void => {
    for (const [name, value] of Object.entries(methods)) {
      if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
    }
  };
  add(scope.Object, {
    hasOwn: (owner: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(owner, name),
  });
  add(scope.Array.prototype, {
    findLast(
      this: unknown[],
      test: (value: unknown, index: number, all: unknown[]) => unknown,
      self: unknown,
    ) {
      for (let index = this.length - 1; index >= 0; index -= 1) {
        if (test.call(self, this[index], index, this)) return this[index];
      }
      return undefined;
    },
    toSorted(this: unknown[], order?: (a: unknown, b: unknown) => number) {
      return this.slice().sort(order);
    },
  });
  add(scope.String.prototype, {
    toWellFormed(this: string) {
      return this.replace(/\p{Surrogate}/gu, '\ufffd');
    },
  });
  add(scope.AbortSignal, {
    timeout(millis: number) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), millis);
      return controller.signal;
    },
  });
  add(scope.AbortSignal.prototype, {
    throwIfAborted(this: AbortSignal) {
      if (this.aborted) throw (this.reason as Error | undefined) ?? new DOMException('', 'AbortError');
    },
  });
}
