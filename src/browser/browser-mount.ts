import { onMount, type Store } from 'nanostores';

/**
 * `onMount`, but not while Astro prerenders: React reads the stores there too, and nothing would ever stop a timer or
 * socket started then.
 */
export const onBrowserMount = (store: Store, start: () => (() => void) | undefined): void => {
  onMount(store, () => (typeof window === 'undefined' ? undefined : start()));
};
