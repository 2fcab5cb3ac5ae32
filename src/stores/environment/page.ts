/** `address`: what follows its `#`. */
export type PageChange = 'visible' | 'hidden' | 'online' | 'offline' | 'address';

/** How it stands with the page and its network. */
export interface Page {
  readonly isVisible: () => boolean;
  readonly isOnline: () => boolean;
  /** Says whatever changes. Gives a function that ends it. */
  readonly watchPage: (say: (change: PageChange) => void) => () => void;
}

const isVisible = (): boolean => document.visibilityState === 'visible';

export const page: Page = {
  isVisible,
  isOnline: () => navigator.onLine,
  watchPage: (say) => {
    // Signals that end listeners are younger than the oldest televisions.
    const listeners = [
      [window, 'online', () => say('online')],
      [window, 'offline', () => say('offline')],
      [window, 'hashchange', () => say('address')],
      [document, 'visibilitychange', () => say(isVisible() ? 'visible' : 'hidden')],
    ] as const;
    for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
    return () => {
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    };
  },
};

/** Calls back whenever there may be news again: the page is shown, or the network is back. Gives a function that ends it. */
export const watchReturn = (
  { isVisible, watchPage }: Omit<Page, 'isOnline'>,
  back: () => void,
): (() => void) =>
  watchPage((change) => {
    if (change === 'visible' || (change === 'online' && isVisible())) back();
  });
