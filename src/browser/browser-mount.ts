import { onMount, type Store } from 'nanostores';

/**
 * `onMount`, but not during Astro's prerendering: React reads the stores there as well, and nothing would stop a timer
 * or socket started then.
 */
export const onBrowserMount = (store: Store, start: () => (() => void) | undefined): void => {
  onMount(store, () => (typeof window === 'undefined' ? undefined : start()));
};
