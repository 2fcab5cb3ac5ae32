import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import config from './eslint.config.mjs';

/** For `npm run check:quick`: without the rules that ask for types, which take most of the time. */
export default defineConfig(config, tseslint.configs.disableTypeChecked, {
  linterOptions: { reportUnusedDisableDirectives: 'off' },
});
