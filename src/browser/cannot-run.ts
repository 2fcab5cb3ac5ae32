/** Why a page's script doesn't run: the browser is too old, or the script wasn't loaded. */
type Trouble = 'tooOld' | 'unloaded';

/** The attribute of the root element that makes styles show the text about a trouble. */
export const TROUBLE = 'data-trouble';

/** The attribute of the root element set after an unattended screen has reloaded itself in vain. */
export const TRIED = 'data-tried';

/** The delay before a screen reloads itself, and the longest one. */
export const RELOAD_MILLIS = 5000;
export const RELOAD_MOST_MILLIS = 60_000;

/** Browsers' messages for a script that wasn't loaded. */
export const NOT_LOADED = /dynamically imported module|Importing a module script/;

/**
 * Shows the page's trouble text when its script can't be read, throws on start, or uses a function that the browser
 * lacks. Ignores other errors of a working page, and all errors of a screen that has shown a board.
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
      // In a script, a regular expression or a selector.
      (message.startsWith('SyntaxError') && !message.includes('JSON'))
    );
  };
  /** Whether the page is blank: React empties an island after an unhandled error. */
  const isEmpty = (): boolean => {
    const island = document.querySelector('astro-island');
    // A screen's board is waiting for its layout. A desk works without its picture of one.
    return (
      !island?.firstElementChild ||
      island.hasAttribute('ssr') ||
      document.querySelector('body > astro-island .on-air:empty') !== null
    );
  };
  const judge = (error: unknown): void => {
    const isUnloaded = notLoaded.test(String(error));
    if (isLacking(error)) show('tooOld');
    else if (error)
      setTimeout(() => {
        if (isEmpty()) show(isUnloaded ? 'unloaded' : 'tooOld');
      });
  };
  addEventListener('error', ({ error, filename }: { readonly error: unknown; readonly filename: string }) => {
    // Ignores errors of browser extensions. React's own errors have no file in old browsers.
    if (filename === '' || filename.startsWith(location.origin)) judge(error);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    if (isLacking(reason)) show('tooOld');
  });
  document.addEventListener('astro:hydration-error', (event) =>
    judge((event as CustomEvent<{ readonly error: unknown }>).detail.error),
  );
  // Some islands retry. The event is dispatched on the island and doesn't bubble.
  const forgive = (): void => {
    if (root.getAttribute(attribute) === 'unloaded') root.removeAttribute(attribute);
  };
  document.addEventListener('astro:hydrate', forgive, true);
  const boards = new MutationObserver(() => {
    const screen = document.querySelector('body > astro-island');
    isOnAir = screen?.querySelector('.on-air__canvas') != null;
    if (!screen || isOnAir) boards.disconnect();
    if (isOnAir) root.removeAttribute(attribute);
    else if (!isEmpty()) forgive();
  });
  addEventListener('DOMContentLoaded', () =>
    boards.observe(document.body, { childList: true, subtree: true }),
  );
}

/**
 * Reloads an unattended screen periodically while it has a trouble. Only once its page is reachable, because the
 * browser's own error page would never retry. The attempts are counted in the history's state, which no browser blocks.
 *
 * Self-contained on purpose, like `watchTrouble`. `waitMillis` is `backOffMillis`.
 */
export function reloadInTrouble(
  [attribute, tried]: readonly [string, string],
  [first, most]: readonly [number, number],
  waitMillis: (failures: number, first: number, most: number) => number,
): void {
  const root = document.documentElement;
  const isTroubled = (): boolean => root.hasAttribute(attribute);
  const times = (): number => (history.state as { readonly times?: number } | null)?.times ?? 0;
  const note = (number: number): void => history.replaceState(number > 0 ? { times: number } : null, '');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void retry(), waitMillis(times() + 1, first, most));
  };
  const retry = async (): Promise<void> => {
    note(times() + 1);
    let page = '';
    try {
      const options: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(first) };
      page = await (await fetch(location.href, options)).text();
    } catch {
      // Not reachable now.
    }
    if (!isTroubled()) return;
    if (page.includes('<astro-island')) location.reload();
    else wait();
  };
  if (times() > 0) root.setAttribute(tried, '');
  new MutationObserver(() => {
    if (isTroubled()) wait();
    else clearTimeout(timer);
  }).observe(root, { attributes: true, attributeFilter: [attribute] });
  // The page has recovered: the next trouble starts a new count.
  setTimeout(() => {
    if (!isTroubled() && times() > 0) note(0);
  }, most);
}

/** Reports a part's caught error to the page as if it were unhandled, so that a blank page shows the reason. */
export const tellPage = (error: unknown): void => {
  window.dispatchEvent(Object.assign(new Event('error'), { error, filename: '' }));
};
