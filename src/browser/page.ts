/** `address`: the part after `#`. */
export type PageChange = 'visible' | 'hidden' | 'online' | 'offline' | 'address';

/** The state of the page and its network. */
export interface Page {
  readonly isVisible: () => boolean;
  readonly isOnline: () => boolean;
  /** Calls back on every change. Returns a function that stops. */
  readonly watchPage: (onChange: (change: PageChange) => void) => () => void;
}

const isVisible = (): boolean => document.visibilityState === 'visible';

export const page: Page = {
  isVisible,
  isOnline: () => navigator.onLine,
  watchPage: (onChange) => {
    // Abort signals for listeners don't exist on the oldest televisions.
    const listeners = [
      [window, 'online', () => onChange('online')],
      [window, 'offline', () => onChange('offline')],
      [window, 'hashchange', () => onChange('address')],
      [document, 'visibilitychange', () => onChange(isVisible() ? 'visible' : 'hidden')],
    ] as const;
    for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
    return () => {
      for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
    };
  },
};

/**
 * Calls back when there may be news: the page became visible, or the network is back. Returns a function that stops.
 */
export const watchReturn = (
  { isVisible, watchPage }: Omit<Page, 'isOnline'>,
  back: () => void,
): (() => void) =>
  watchPage((change) => {
    if (change === 'visible' || (change === 'online' && isVisible())) back();
  });
