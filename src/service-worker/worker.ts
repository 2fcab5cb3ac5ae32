import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { ROUTES } from '../config/routes.ts';
import { isOverlayPath } from '../core/overlay/address.ts';
import { importsOf, keptAt, pageAddress, type Kept } from '../core/site/offline.ts';
import { DEFAULT_LOCALE, type Locale } from '../i18n/locales.ts';
import { localeOf, localizePath } from '../i18n/urls.ts';

/**
 * Caches visited pages and what they loaded, for offline use. Online, pages come from the network, unless it takes longer
 * than `PAGE_TIMEOUT_SECONDS`. Backend answers and overlays are never cached or handled here.
 */

declare const self: ServiceWorkerGlobalScope;

/** Filled in by `src/build/service-worker.ts`; changes with the offline pages, so that a new worker fetches them. */
declare const OFFLINE_PAGES_VERSION: string;

const OFFLINE = 'offline-';

/** Names include a version: raise it when a cache's contents change shape. */
const CACHES = {
  pages: 'pages-1',
  hashed: 'hashed-1',
  pictures: 'pictures-1',
  offline: `${OFFLINE}${OFFLINE_PAGES_VERSION}`,
} as const;

/** How long to wait for the network before using a cached page: longer than a slow network needs. */
const PAGE_TIMEOUT_SECONDS = 8;
const DAY_SECONDS = 86_400;

const offlineAddress = (locale: Locale): string => localizePath(ROUTES.offline, locale);

/** Refetches a language's offline page; rejects if that fails. */
const fetchOfflinePage = async (locale: Locale): Promise<void> =>
  (await caches.open(CACHES.offline)).add(offlineAddress(locale));

const keepOfflinePage = async (locale: Locale): Promise<void> => {
  const cache = await caches.open(CACHES.offline);
  // A visit must not fail because of the offline page; the next visit tries again.
  if (!(await cache.match(offlineAddress(locale)))) await fetchOfflinePage(locale).catch(() => undefined);
};

/** The languages of the open pages, and those whose offline page an earlier worker cached. */
const languagesInUse = async (): Promise<Set<Locale>> => {
  const open = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  const earlier = (await caches.keys()).filter((name) => name.startsWith(OFFLINE));
  const kept = (await Promise.all(earlier.map(async (name) => (await caches.open(name)).keys()))).flat();
  const locales = new Set([...open, ...kept].map(({ url }) => localeOf(new URL(url).pathname)));
  return locales.size > 0 ? locales : new Set([DEFAULT_LOCALE]);
};

/** An event of browsers that can keep requests from the worker, https://www.w3.org/TR/service-workers/#dom-installevent-addroutes */
interface Routable {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly requestMethod: string };
    readonly source: 'network';
  }) => Promise<void>;
}

self.addEventListener('install', (event) => {
  // Taps are POST requests, which have nothing to wait for here: a sleeping worker would have to start first.
  const routed = (event as Routable).addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' });
  if (routed) event.waitUntil(routed);
  // Pages work with any worker version: anything with a fixed name comes from the network first.
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

/** Evicts the least recently used; the assertion is for workbox's types, which predate exact optional properties. */
const limit = (options: { maxEntries: number; maxAgeSeconds?: number }): Plugin =>
  new ExpirationPlugin({ ...options, purgeOnQuotaError: true }) as Plugin;

const pages = new NetworkFirst({
  cacheName: CACHES.pages,
  networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => pageAddress(request.url),
      // A redirect isn't a page, and browsers reject one that a worker followed.
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

/** Scripts being cached, with their imports, because a page sent their address. */
const underWay = new Set<string>();

const hashed = new CacheFirst({
  cacheName: CACHES.hashed,
  plugins: [
    {
      cacheWillUpdate: async ({ request: { url }, response, event }) => {
        if (response.status !== 200) return null;
        // A page that loads a script also loads its imports. A script that no page has loaded is cached after its imports, so
        // that it is never cached without them.
        if (event.type !== 'message' || !url.endsWith('.js') || underWay.has(url)) return response;
        underWay.add(url);
        try {
          const imports = importsOf(await response.clone().text(), url);
          // Waits until each is stored, not just fetched; if an import fails, this script isn't cached either.
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

/** Whether a request comes from an overlay, which may be open in the same browser. */
const isFromOverlay = async (event: ExtendableEvent): Promise<boolean> => {
  const client = event instanceof FetchEvent ? await self.clients.get(event.clientId) : undefined;
  return client !== undefined && isOverlayPath(new URL(client.url).pathname);
};

/** Applies a caching strategy, except to requests from overlays. */
const keepBy =
  (strategy: CacheFirst | StaleWhileRevalidate): Parameters<typeof registerRoute>[1] =>
  async ({ request, event }) =>
    (await isFromOverlay(event)) ? fetch(request) : strategy.handle({ request, event });

registerRoute(
  // Called for navigations, and by message for the page that was open before this worker.
  ({ request, event, ...address }) =>
    (request.mode === 'navigate' || event.type === 'message') && isKept('page')(address),
  pages,
);
registerRoute(isKept('hashed'), keepBy(hashed));
registerRoute(isKept('picture'), keepBy(pictures));
