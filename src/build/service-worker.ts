import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { SERVICE_WORKER } from '../config/app.ts';
import { BUILD_TARGET } from '../config/floor.ts';
import { ROUTES } from '../config/routes.ts';
import { LOCALE_NAMES } from '../i18n/locales.ts';
import { localizePath } from '../i18n/urls.ts';

/** A hash of the offline pages in all languages. */
const offlinePagesVersion = (dist: URL): string => {
  const hash = createHash('sha256');
  for (const locale of LOCALE_NAMES) {
    hash.update(readFileSync(new URL(`.${localizePath(ROUTES.offline, locale)}index.html`, dist)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** Adds the service worker to the built site as a single script at a fixed address. */
export const serviceWorker = (): AstroIntegration => ({
  name: 'service-worker',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {
          'process.env.NODE_ENV': JSON.stringify('production'),
          OFFLINE_PAGES_VERSION: JSON.stringify(offlinePagesVersion(dir)),
        },
        build: {
          target: BUILD_TARGET,
          outDir: fileURLToPath(dir),
          emptyOutDir: false,
          rolldownOptions: {
            input: fileURLToPath(new URL('../service-worker/worker.ts', import.meta.url)),
            output: { format: 'iife', entryFileNames: SERVICE_WORKER.slice(1) },
          },
        },
      });
    },
  },
});
