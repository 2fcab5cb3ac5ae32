/** The origin in pages built without `PUBLIC_SITE_URL`. The embedded server replaces it with its own. */
export const UNNAMED_ORIGIN = 'http://localhost:4321';

/** Address of the service worker; never change it, or browsers would keep an old one. */
export const SERVICE_WORKER = '/service-worker.js';

/** The name of the pages' only trusted-types policy, which provides the service worker's address. */
export const WORKER_POLICY = 'worker';

/** English address of the manifest; the other languages prefix it with `/fr` or `/ar`. */
export const MANIFEST = '/manifest.webmanifest';

/** The manifest of the app for a venue's devices. */
export const SCORE_MANIFEST = '/score/manifest.webmanifest';

/** The installed app's icons, drawn from `src/core/site/mark.ts`. A maskable one may be cropped to any shape. */
export const APP_ICONS = [
  { name: '192', size: 192, purpose: 'any' },
  { name: '512', size: 512, purpose: 'any' },
  { name: 'maskable-512', size: 512, purpose: 'maskable' },
] as const;

export type AppIcon = (typeof APP_ICONS)[number];
