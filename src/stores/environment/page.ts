/** `address`: what follows its `#`. */
export type PageChange = 'visible' | 'hidden' | 'online' | 'offline' | 'address';

/** The state of the page and its network. */
export interface Page {
  readonly isVisible: () => boolean;
  readonly isOnline: () => boolean;
  /** Calls back on every change. Returns a function that stops. */
  readonly watchPage: (say: (change: PageChange) => void) => () => void;
  /** Watches whether somebody does something on the page. `rested`: nobody did; ends the watch. */
  readonly watchHands: () => { readonly rested: () => boolean };
}

const isVisible = (): boolean => document.visibilityState === 'visible';

const HANDS = ['pointerdown', 'keydown'] as const;

export const page: Page = {
  isVisible,
  isOnline: () => navigator.onLine,
  watchPage: (say) => {
    // Abort signals for listeners don't exist on the oldest televisions.
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
  watchHands: () => {
    let isResting = true;
    const stop = (): void => {
      for (const type of HANDS) window.removeEventListener(type, touched, true);
    };
    const touched = (): void => {
      isResting = false;
      stop();
    };
    for (const type of HANDS) window.addEventListener(type, touched, true);
    return {
      rested: () => {
        stop();
        return isResting;
      },
    };
  },
};

/** Calls back when there may be news: the page became visible, or the network is back. Returns a function that stops. */
export const watchReturn = (
  { isVisible, watchPage }: Pick<Page, 'isVisible' | 'watchPage'>,
  back: () => void,
): (() => void) =>
  watchPage((change) => {
    if (change === 'visible' || (change === 'online' && isVisible())) back();
  });
