import { onMount, type Store } from 'nanostores';

/**
 * `onMount`, but never while Astro prerenders: React reads the stores there too, and a timer or a socket
 * that starts then has nobody to stop it.
 */
export const onBrowserMount = (store: Store, start: () => (() => void) | undefined): void => {
  onMount(store, () => (typeof window === 'undefined' ? undefined : start()));
};
