import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import astroI18next from 'astro-i18next';
import { Features } from 'lightningcss';
import { loadEnv } from 'vite';
import { usedAuthParts } from './src/build/auth-parts.ts';
import { ownPolicy } from './src/build/own-policy.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { checkSettings } from './src/build/settings.ts';
import { textFiles } from './src/build/text-files.ts';
import { version } from './src/build/version.ts';
import { UNNAMED_ORIGIN } from './src/config/app.ts';
import { BUILD_TARGET } from './src/config/floor.ts';
import { contentSecurityDirectives } from './src/config/security.ts';
import { readRedirects } from './supabase/embedded/http/site-rules.ts';

const env = { ...loadEnv('production', process.cwd(), 'PUBLIC_'), ...process.env };
checkSettings(env);

/** In development, applies the rewrites in `public/_redirects`, such as `/overlay/<key>`, except for the backend's paths. */
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

/** Astro's development server wants one page at `/404`; ours picks the language from the address. */
const notFound = () => ({
  name: 'not-found',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      if (command === 'dev') injectRoute({ pattern: '/404', entrypoint: 'src/pages/[...lang]/404.astro' });
    },
  },
});

/** Adds `client:use`, `client:picture` and `client:take`. */
const directives = () => ({
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      for (const name of ['use', 'picture', 'take'])
        addClientDirective({ name, entrypoint: `./src/build/client-${name}.ts` });
    },
  },
});

/** Groups what islands share into few files: a file per module would cost half a kilobyte of headers each. */
const SHARED = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|@astrojs\/react)\/|vite\/preload-helper/ },
  // Small, and on most pages.
  {
    name: 'common',
    test: /\/src\/(browser\/(own-version|browser|random)|core\/(missing-parts|room\/table-state)|i18n\/isolated)\./,
    minShareCount: 2,
  },
  // What desks and pads need of boards without drawing one.
  {
    name: 'live',
    test: /\/src\/(features\/board\/(age|board-clocks|ClockDigits|live)|kit\/(add-styles|fetched)|browser\/page|core\/overlay\/(address|look)|rules\/score|config\/marks)\.|@nanostores\/react\//,
    minShareCount: 2,
  },
  { name: 'board', test: /\/src\/features\/board\//, minShareCount: 2 },
  { name: 'endings', test: /\/src\/(rules\/phrase|games\/([\w-]+\/)?endings)\./ },
  // What scores a match, without the pad that draws it.
  {
    name: 'scoring',
    test: /\/src\/(core\/match\/|features\/(match\/(scoring|sync|new-match)|desk\/table-desk)\.|games\/([\w-]+\/)?(game|rules|statistics|words)s?\.)/,
    minShareCount: 3,
  },
];

export default defineConfig({
  site: env.PUBLIC_SITE_URL || UNNAMED_ORIGIN,
  output: 'static',
  trailingSlash: 'ignore',
  build: { format: 'preserve', inlineStylesheets: 'always' },
  // The worker comes last, because its version depends on the finished pages, as the site's does.
  integrations: [
    react(),
    astroI18next(),
    textFiles(),
    rewrites(),
    notFound(),
    directives(),
    ownPolicy(),
    version(),
    serviceWorker(),
  ],
  vite: {
    plugins: [usedAuthParts()],
    // As a list, for Astro's own target, which is `esnext`, would replace a single one.
    build: { target: BUILD_TARGET },
    // Every page is dark: variables for `light-dark()` would be of no use.
    css: { lightningcss: { exclude: Features.LightDark } },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } } },
    },
  },
  security: { csp: { directives: contentSecurityDirectives(env) } },
  devToolbar: { enabled: false },
});
