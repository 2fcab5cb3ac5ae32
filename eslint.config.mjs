import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import layers from './eslint.layers.mjs';
import steady from './eslint.steady.mjs';
import translation from './eslint.translation.mjs';
import tseslint from 'typescript-eslint';

/** The project's own rules, and those of pages. Oxlint has the others. */
export default defineConfig(
  globalIgnores(['dist/', 'dist.unfinished/', '.astro/', '.cueboard/', '.wrangler/', 'test-results/']),
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser } },
  translation,
  astro.configs.recommended,
  layers,
  steady,
);
