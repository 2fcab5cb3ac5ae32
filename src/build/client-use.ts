import type { ClientDirective } from 'astro';
import { keepWaiting } from '../ui/waiting.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** The value names a session-storage key: while it holds something, the island wakes up at once to show it. */
    'client:use'?: string;
  }
}

const EVENTS = ['focusin', 'pointerover', 'pointerdown', 'input'] as const;

const holds = (key: unknown): boolean => {
  try {
    return sessionStorage.getItem(String(key)) !== null;
  } catch {
    // Storage is forbidden: nothing was kept.
    return false;
  }
};

/** Whether the visitor asks sites to spare their data. https://wicg.github.io/savedata/#savedata-attribute */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Has the worker keep an island's scripts when the page is at rest: without a connection, nobody could fetch them. */
const keepForOffline = (element: HTMLElement): void => {
  if (!('serviceWorker' in navigator) || savesData()) return;
  const scripts = ['component-url', 'renderer-url'].flatMap((name) => element.getAttribute(name) ?? []);
  const keep = async (): Promise<void> => {
    const { active } = await navigator.serviceWorker.ready;
    // In the words that workbox's router listens to.
    active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: scripts } });
  };
  // Safari has no requestIdleCallback.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  addEventListener('load', () => whenIdle(() => void keep()));
};

/**
 * `client:use`: wakes an island up when somebody reaches for it. One that is seen at once would load at once.
 * A form that is sent before it is awake waits for it (`takeWaiting`).
 */
const whenUsed: ClientDirective = (load, { value }, element) => {
  let waking = false;
  const wake = (): void => {
    if (waking) return;
    waking = true;
    void load().then((hydrate) => hydrate());
  };
  element.addEventListener('astro:hydration-error', () => {
    // Its script could not be had: the next touch tries again, and so does a network that comes back.
    waking = false;
    addEventListener('online', wake, { once: true });
  });
  for (const event of EVENTS) element.addEventListener(event, wake);
  // Around the island, and so after it: what is nobody's by now came before it was awake.
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented || !element.contains(event.target as Node)) return;
    event.preventDefault();
    keepWaiting(element);
    wake();
  });
  if (holds(value)) wake();
  else keepForOffline(element);
};

export default whenUsed;
