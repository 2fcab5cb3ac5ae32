/** The areas of `i18n/<language>/<area>.json`. */
const AREAS = [
  'common',
  'contact',
  'dashboard',
  'features',
  'home',
  'howItWorks',
  'login',
  'meta',
  'notFound',
  'offline',
  'overlay',
  'pricing',
  'setPassword',
  'snapshot',
];

/** The package's types can't be resolved from its exports, so the shape is as its README gives it. */
const config = {
  defaultLocale: 'en',
  locales: ['en', 'fr', 'ar'],
  namespaces: AREAS,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    // The plugin's own `localesDirectory` is ignored by this version.
    backend: { loadPath: './i18n/{{lng}}/{{ns}}.json' },
    preload: ['en', 'fr', 'ar'],
    // A missing key shows its key instead of another language's words.
    fallbackLng: false,
    // Load the files before the first page is rendered.
    initAsync: false,
    interpolation: { escapeValue: false },
    returnEmptyString: true,
  },
};

export default config;
