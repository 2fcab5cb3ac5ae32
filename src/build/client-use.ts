import type { ClientDirective } from 'astro';
import { noteEarlySubmit } from '../kit/early-submit.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** A session storage key: if it holds something, the island hydrates at once to show it. True: always at once. */
    'client:use'?: string | true;
  }
}

const EVENTS = ['focusin', 'pointerover', 'pointerdown', 'input'] as const;

const holds = (key: unknown): boolean => {
  try {
    return sessionStorage.getItem(String(key)) !== null;
  } catch {
    // Storage is blocked, so nothing is stored.
    return false;
  }
};

/** Whether the visitor has asked sites to save data. https://wicg.github.io/savedata/#savedata-attribute */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Has the worker cache an island's scripts when the page is idle, so that it also works offline. */
const keepForOffline = (element: HTMLElement): void => {
  if (!('serviceWorker' in navigator) || savesData()) return;
  const scripts = ['component-url', 'renderer-url'].flatMap((name) => element.getAttribute(name) ?? []);
  const keep = async (): Promise<void> => {
    const { active } = await navigator.serviceWorker.ready;
    // The message format of workbox's router.
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: scripts } });
  };
  addEventListener('load', () => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => void keep(), { timeout: 3_000 });
    else void keep();
  });
};

/**
 * `client:use`: hydrates an island on first interaction, because by visibility one near the top would always load. A
 * form submitted earlier waits for hydration (`submitEarly`).
 */
const whenUsed: ClientDirective = (load, { value }, element) => {
  let waking = false;
  const wake = (): void => {
    if (waking) return;
    waking = true;
    void load().then((hydrate) => hydrate());
  };
  element.addEventListener('astro:hydration-error', () => {
    // Its script failed to load: retry on the next interaction or when the network returns.
    waking = false;
    addEventListener('online', wake, { once: true });
  });
  for (const event of EVENTS) element.addEventListener(event, wake);
  // Runs after listeners inside the island: a submit that none has handled came before hydration.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !element.contains(event.target as Node)) return;
    event.preventDefault();
    noteEarlySubmit(element);
    wake();
  });
  // Astro's types allow only strings.
  if ((value as string | true) === true || holds(value)) wake();
  else keepForOffline(element);
};

export default whenUsed;
