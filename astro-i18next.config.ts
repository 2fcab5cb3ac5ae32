import { readdirSync } from 'node:fs';
import { DEFAULT_LOCALE, LOCALE_NAMES } from './src/i18n/locales.ts';

/** The areas of `i18n/<language>/<area>.json`. */
const AREAS = readdirSync(`i18n/${DEFAULT_LOCALE}`).map((file) => file.replace(/\.json$/, ''));

/** The package's types can't be resolved from its exports, so the shape is as its README gives it. */
const config = {
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_NAMES],
  namespaces: AREAS,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    // The plugin's own `localesDirectory` is ignored by this version.
    backend: { loadPath: './i18n/{{lng}}/{{ns}}.json' },
    preload: [...LOCALE_NAMES],
    // A missing key shows its key instead of another language's words.
    fallbackLng: false,
    // Load the files before the first page is rendered.
    initAsync: false,
    interpolation: { escapeValue: false },
    returnEmptyString: true,
  },
};

export default config;
