/** Why a page's script doesn't run: it needs what the browser lacks, or it wasn't loaded. */
type Trouble = 'tooOld' | 'unloaded';

/** The attribute of the root element by which styles show the sentence about a trouble. */
export const TROUBLE = 'data-trouble';

/** What browsers call a script that wasn't loaded. */
export const NOT_LOADED = /dynamically imported module|Importing a module script/;

/**
 * Shows the page's sentence when its script can't be read, throws while it starts, or uses a function that the browser lacks.
 * Shows nothing about other errors of a page that works, and nothing on a screen that has shown a board.
 *
 * Self-contained on purpose: pages inline this function's source in a script that runs before the islands'.
 */
export function watchTrouble(attribute: string, notLoaded: RegExp): void {
  const root = document.documentElement;
  let isOnAir = false;
  const show = (trouble: Trouble): void => {
    if (!isOnAir) root.setAttribute(attribute, trouble);
  };
  const isLacking = (error: unknown): boolean => {
    const message = String(error);
    return (
      /is not a (function|constructor)|is not defined|find variable/.test(message) ||
      // Of a script, a regular expression or a selector.
      (message.startsWith('SyntaxError') && !message.includes('JSON'))
    );
  };
  const judge = (error: unknown): void => {
    const isUnloaded = notLoaded.test(String(error));
    if (isLacking(error)) show('tooOld');
    // React empties the island after an error that nothing handled.
    else if (error)
      setTimeout(() => {
        const island = document.querySelector('astro-island');
        if (!island?.firstElementChild || island.hasAttribute('ssr'))
          show(isUnloaded ? 'unloaded' : 'tooOld');
      });
  };
  addEventListener('error', ({ error, filename }: { readonly error: unknown; readonly filename: string }) => {
    // Not those of the browser's extensions; React's own have no file in old browsers.
    if (filename === '' || filename.startsWith(location.origin)) judge(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isLacking(reason)) show('tooOld');
  });
  document.addEventListener('astro:hydration-error', (event) =>
    judge((event as CustomEvent<{ readonly error: unknown }>).detail.error),
  );
  // Some islands try again. The event is the island's own: it doesn't bubble.
  const forgive = (): void => {
    if (root.getAttribute(attribute) === 'unloaded') root.removeAttribute(attribute);
  };
  document.addEventListener('astro:hydrate', forgive, true);
  const boards = new MutationObserver(() => {
    const screen = document.querySelector('body > astro-island');
    if (!screen || screen.querySelector('.on-air')) boards.disconnect();
    if (!screen?.querySelector('.on-air')) return;
    isOnAir = true;
    root.removeAttribute(attribute);
  });
  addEventListener('DOMContentLoaded', () =>
    boards.observe(document.body, { childList: true, subtree: true }),
  );
}

/**
 * Tells the page about a part's error as if nobody had caught it, so that a page with nothing else to show says why. Says nothing
 * about a part that wasn't loaded: the network comes back.
 */
export const tellUnlessUnloaded = (error: unknown): void => {
  if (!NOT_LOADED.test(String(error)))
    window.dispatchEvent(Object.assign(new Event('error'), { error, filename: '' }));
};
