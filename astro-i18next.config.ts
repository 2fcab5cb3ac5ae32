import { readdirSync } from 'node:fs';
import { readTexts } from './src/build/text-files.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES } from './src/i18n/locales.ts';

/** The areas of `i18n/<language>/<area>.json`. */
const AREAS = readdirSync(`i18n/${DEFAULT_LOCALE}`).map((file) => file.replace(/\.json$/, ''));

// i18next takes a file that isn't JSON for an empty one.
for (const locale of LOCALE_NAMES) for (const area of AREAS) readTexts(`i18n/${locale}/${area}.json`);

/** The package's exports hide its types, so this follows its README. */
const config = {
  defaultLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_NAMES],
  namespaces: AREAS,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    // This version ignores the plugin's own `localesDirectory`.
    backend: { loadPath: './i18n/{{lng}}/{{ns}}.json' },
    preload: [...LOCALE_NAMES],
    // Show a missing text's key rather than another language's text.
    fallbackLng: false,
    // Load the files before the first page is rendered.
    initAsync: false,
    interpolation: { escapeValue: false },
    returnEmptyString: true,
  },
};

export default config;
