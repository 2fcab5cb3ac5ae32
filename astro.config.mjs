import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { loadEnv } from 'vite';
import { ownHashes } from './src/build/own-hashes.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { contentSecurityDirectives } from './src/config/security.ts';

const env = { ...loadEnv('production', process.cwd(), 'PUBLIC_'), ...process.env };

/** Serves `/overlay/<key>` from its one page in development, by the same rules as `public/_redirects`. */
const rewrites = () => ({
  name: 'rewrites',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const rules = readFileSync('public/_redirects', 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([from, to, status]) => from?.endsWith('/:key') && to && status === '200');
      server.middlewares.use((request, _response, next) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
        const rule = rules.find(([from]) => {
          const base = from.slice(0, -':key'.length);
          return pathname.startsWith(base) && /^[^/]+\/?$/.test(pathname.slice(base.length));
        });
        if (rule) request.url = rule[1] + search;
        next();
      });
    },
  },
});

/** Lets pages say `client:use`. */
const directives = () => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'use', entrypoint: './src/build/client-use.ts' });
    },
  },
});

export default defineConfig({
  site: env.PUBLIC_SITE_URL || 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'ignore',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  // The worker comes last: its version follows the finished pages.
  integrations: [react(), astroI18next(), rewrites(), directives(), ownHashes(), serviceWorker()],
  security: { csp: { directives: contentSecurityDirectives(env) } },
  devToolbar: { enabled: false },
});
