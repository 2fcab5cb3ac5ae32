import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { loadEnv } from 'vite';
import { ownHashes } from './src/build/own-hashes.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { contentSecurityDirectives } from './src/config/security.ts';
import { readRedirects } from './supabase/embedded/site-rules.ts';

const env = { ...loadEnv('production', process.cwd(), 'PUBLIC_'), ...process.env };

/** Serves `/overlay/<key>` from its one page in development, by the rules of `public/_redirects`; not what the backend has. */
const rewrites = () => ({
  name: 'rewrites',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const redirectOf = readRedirects('public');
      const handedOn = Object.keys(server.config.server.proxy ?? {}).map((path) => new RegExp(path));
      server.middlewares.use((request, _response, next) => {
        const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
        const rule = redirectOf(pathname, search);
        const isHandedOn = handedOn.some((path) => path.test(request.url ?? ''));
        if (rule?.kind === 'rewrite' && !isHandedOn) request.url = rule.path + search;
        next();
      });
    },
  },
});

/** Astro's development server looks for one page at `/404`: ours finds the address's language itself. */
const notFound = () => ({
  name: 'not-found',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') injectRoute({ pattern: '/404', entrypoint: 'src/pages/[...lang]/404.astro' });
    },
  },
});

/** Lets pages say `client:use`, `client:picture` and `client:take`. */
const directives = () => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['use', 'picture', 'take'])
        addClientDirective({ name, entrypoint: `./src/build/client-${name}.ts` });
    },
  },
});

/** What many islands share comes in two files: a file of its own for each module would cost half a kilobyte of headers. */
const SHARED = [
  { name: 'react', test: /\/node_modules\/react-dom\/|vite\/preload-helper/ },
  { name: 'common', minShareCount: 6 },
  { name: 'board', test: /\/src\/(ui\/board|stores\/overlay)\//, minShareCount: 2 },
];

export default defineConfig({
  site: env.PUBLIC_SITE_URL || 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'ignore',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  // The worker comes last: its version follows the finished pages.
  integrations: [react(), astroI18next(), rewrites(), notFound(), directives(), ownHashes(), serviceWorker()],
  // Televisions have a browser of the year in which they were built; their styles use nothing that it hasn't.
  vite: {
    build: { target: 'chrome84', cssTarget: ['chrome111', 'firefox114', 'safari16.4'] },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } } },
    },
  },
  security: { csp: { directives: contentSecurityDirectives(env) } },
  devToolbar: { enabled: false },
});
