/** English addresses of the pages; the other languages prefix them with `/fr` or `/ar`. */
export const ROUTES = {
  home: '/',
  features: '/features/',
  pricing: '/pricing/',
  howItWorks: '/how-it-works/',
  /** A match that any visitor can score: phone and television on one page. */
  demo: '/demo/',
  /** One simulated evening on all screens of a venue. */
  hall: '/demo/hall/',
  contact: '/contact/',
  about: '/about/',
  privacy: '/privacy/',
  login: '/login/',
  setPassword: '/set-password/',
  dashboard: '/dashboard/',
  /** Scoring one table with a scorer link, whose secret is in the fragment. */
  score: '/score/',
  snapshot: '/snapshot/',
  /** The snapshot page's short address, for links and QR codes. */
  snapshotShort: '/s/gd/',
  /** A match's result; its id follows. */
  result: '/r/',
  /** A tournament; its id follows. */
  tournament: '/t/',
  overlay: '/overlay/',
  /** A venue's television. */
  tv: '/tv/',
  /** Shown offline in place of a page that was never opened before. */
  offline: '/offline/',
} as const;
