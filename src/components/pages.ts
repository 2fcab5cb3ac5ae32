/** The pages, and where in `i18n/<language>` their titles and descriptions are. */
export const PAGE_TEXTS = {
  home: 'meta.home',
  features: 'meta.features',
  pricing: 'meta.pricing',
  howItWorks: 'meta.howItWorks',
  demo: 'meta.demo',
  contact: 'meta.contact',
  login: 'meta.login',
  setPassword: 'meta.setPassword',
  dashboard: 'meta.dashboard',
  score: 'meta.score',
  snapshot: 'meta.snapshot',
  overlay: 'meta.overlay',
  tv: 'meta.tv',
  notFound: 'meta.notFound',
  offline: 'meta.offline',
} as const;

export type PageName = keyof typeof PAGE_TEXTS;
