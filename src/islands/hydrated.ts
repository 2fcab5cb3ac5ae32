import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether React has taken over the prerendered HTML; until then a form would submit without us. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
