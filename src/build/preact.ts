import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** What React's modules are for a module that Preact draws. */
const INSTEAD: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
};

/** The same file drawn by Preact is another module, whose id ends so. */
const MARK = 'preact';
const MARKED = /[?&]preact$/;

/** What draws or asks React for something; everything else is one module for both, with the state that it holds. */
const DRAWS = /\/src\/ui\/|\/node_modules\/@nanostores\/react\//;

/** Whatever an island of these reaches gets Preact where it says React, and parts that others draw too are there twice. */
const preactModules = (islands: readonly string[]): Plugin => ({
  name: 'preact-modules',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  async resolveId(source, importer, options) {
    if (importer === undefined || !(MARKED.test(importer) || islands.includes(importer))) return null;
    const resolved = await this.resolve(INSTEAD[source] ?? source, importer, { ...options, skipSelf: true });
    if (!resolved || resolved.external || !DRAWS.test(resolved.id)) return resolved;
    return { ...resolved, id: `${resolved.id}${resolved.id.includes('?') ? '&' : '?'}${MARK}` };
  },
});

/** Its parts would come one by one, each with half a kilobyte of headers. */
const GROUPS = [{ name: 'preact', test: /\/node_modules\/preact\// }];

/** For Astro's `client:only="preact"`, which is the one way in which our pages use it: nothing is rendered by it here. */
const RENDERER = {
  name: 'preact',
  clientEntrypoint: './src/build/preact-client.ts',
  serverEntrypoint: './src/build/preact-server.ts',
};

/** Has Preact draw these islands and all parts in them, whose language stays React's: a tenth of what a page fetches of React. */
export const preact = (islands: readonly string[]): AstroIntegration => ({
  name: 'preact',
  hooks: {
    'astro:config:setup': ({ config, addRenderer, updateConfig }) => {
      const files = islands.map((path) => fileURLToPath(new URL(path, config.root)).replaceAll(sep, '/'));
      addRenderer(RENDERER);
      updateConfig({
        vite: {
          plugins: [preactModules(files)],
          environments: {
            client: {
              build: {
                rolldownOptions: {
                  output: { codeSplitting: { groups: GROUPS } },
                },
              },
            },
          },
          optimizeDeps: { include: ['preact', ...Object.values(INSTEAD)], exclude: ['@nanostores/react'] },
        },
      });
    },
  },
});
