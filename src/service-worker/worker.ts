import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { ROUTES } from '../config/routes.ts';
import { isOverlayPath } from '../core/overlay/address.ts';
import { importsOf, keptAt, pageAddress, type Kept } from '../core/site/offline.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { localeOf, localizePath } from '../i18n/urls.ts';

/**
 * Keeps the pages that were visited, with what they loaded, for when there is no connection. With one, pages come
 * from the network, unless it takes longer than `PAGE_TIMEOUT_SECONDS`. The backend's answers and the overlay are never kept, nor answered from here.
 */

declare const self: ServiceWorkerGlobalScope;

/** Filled in by `src/build/service-worker.ts`; changes with the offline pages, so that a new worker comes and takes them. */
declare const OFFLINE_PAGES_VERSION: string;

const OFFLINE = 'offline-';

/** Names carry a version: raise it when what a cache holds changes its shape. */
const CACHES = {
  pages: 'pages-1',
  hashed: 'hashed-1',
  pictures: 'pictures-1',
  offline: `${OFFLINE}${OFFLINE_PAGES_VERSION}`,
} as const;

/** How long a network may take to answer before a kept page stands in: longer than a slow one needs. */
const PAGE_TIMEOUT_SECONDS = 8;
const DAY_SECONDS = 86_400;

const offlineAddress = (locale: Locale): string => localizePath(ROUTES.offline, locale);

/** Takes the offline page of a language anew; rejects when it can't be had. */
const fetchOfflinePage = async (locale: Locale): Promise<void> =>
  (await caches.open(CACHES.offline)).add(offlineAddress(locale));

const keepOfflinePage = async (locale: Locale): Promise<void> => {
  const cache = await caches.open(CACHES.offline);
  // A visit mustn't fail because this page couldn't be had; the next one tries again.
  if (!(await cache.match(offlineAddress(locale)))) await fetchOfflinePage(locale).catch(() => undefined);
};

/** The languages of the open pages, and those whose offline page an earlier worker kept. */
const languagesInUse = async (): Promise<Set<Locale>> => {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const earlier = (await caches.keys()).filter((name) => name.startsWith(OFFLINE));
  const kept = (await Promise.all(earlier.map(async (name) => (await caches.open(name)).keys()))).flat();
  const locales = new Set([...open, ...kept].map(({ url }) => localeOf(new URL(url).pathname)));
  return locales.size > 0 ? locales : new Set([DEFAULT_LOCALE]);
};

self.addEventListener('install', (event) => {
  // Pages get along with any worker: what they load by a fixed name comes from the network first.
  void self.skipWaiting();
  event.waitUntil(languagesInUse().then((locales) => Promise.all([...locales].map(fetchOfflinePage))));
});

const dropOldCaches = async (): Promise<void> => {
  const current = new Set<string>(Object.values(CACHES));
  const old = (await caches.keys()).filter((name) => !current.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
};

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

type Plugin = NonNullable<NonNullable<ConstructorParameters<typeof CacheFirst>[0]>['plugins']>[number];

/** Drops what was unused for longest; asserted because workbox's types predate exact optional properties. */
const limit = (options: { maxEntries: number; maxAgeSeconds?: number }): Plugin =>
  new ExpirationPlugin({ ...options, purgeOnQuotaError: true }) as Plugin;

const pages = new NetworkFirst({
  cacheName: CACHES.pages,
  networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => pageAddress(request.url),
      // A redirection isn't a page, and browsers refuse one that a worker followed.
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 &&
        !response.redirected &&
        response.headers.get('content-type')?.startsWith('text/html')
          ? response
          : null,
      cacheDidUpdate: ({ request }) => keepOfflinePage(localeOf(new URL(request.url).pathname)),
      handlerDidError: async ({ request }) => {
        const cache = await caches.open(CACHES.offline);
        const address = offlineAddress(localeOf(new URL(request.url).pathname));
        return (await cache.match(address)) ?? cache.match(offlineAddress(DEFAULT_LOCALE));
      },
    },
    limit({ maxEntries: 60 }),
  ],
});

/** Scripts that are being kept because a page sent their address, with what they import. */
const underWay = new Set<string>();

const hashed = new CacheFirst({
  cacheName: CACHES.hashed,
  plugins: [
    {
      cacheWillUpdate: async ({ request: { url }, response, event }) => {
        if (response.status !== 200) return null;
        // Whoever loads a script loads its imports as well. One that nobody has loaded is kept after them, so that
        // it is never without.
        if (event.type !== 'message' || !url.endsWith('.js') || underWay.has(url)) return response;
        underWay.add(url);
        try {
          const imports = importsOf(await response.clone().text(), url);
          // Until each is stored, and not only fetched: an import that fails keeps this one out as well.
          await Promise.all(imports.flatMap((other) => hashed.handleAll({ request: other, event })));
        } finally {
          underWay.delete(url);
        }
        return response;
      },
    },
    limit({ maxEntries: 200 }),
  ],
});

const pictures = new StaleWhileRevalidate({
  cacheName: CACHES.pictures,
  plugins: [limit({ maxEntries: 60, maxAgeSeconds: 30 * DAY_SECONDS })],
});

const isKept =
  (wanted: Kept) =>
  ({ sameOrigin, url }: { sameOrigin: boolean; url: URL }): boolean =>
    sameOrigin && keptAt(url.pathname) === wanted;

/** Whether a request was made by an overlay, which a browser that has this worker may show as well. */
const isFromOverlay = async (event: ExtendableEvent): Promise<boolean> => {
  const client = event instanceof FetchEvent ? await self.clients.get(event.clientId) : undefined;
  return client !== undefined && isOverlayPath(new URL(client.url).pathname);
};

/** Keeps what pages load by a strategy, and lets an overlay's requests through. */
const keepBy =
  (strategy: CacheFirst | StaleWhileRevalidate): Parameters<typeof registerRoute>[1] =>
  async ({ request, event }) =>
    (await isFromOverlay(event)) ? fetch(request) : strategy.handle({ request, event });

registerRoute(
  // Besides visits, the page that was open before this worker was is sent here, by a message.
  ({ request, event, ...address }) =>
    (request.mode === 'navigate' || event.type === 'message') && isKept('page')(address),
  pages,
);
registerRoute(isKept('hashed'), keepBy(hashed));
registerRoute(isKept('picture'), keepBy(pictures));
