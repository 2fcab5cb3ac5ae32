import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page and in the first render over it, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
