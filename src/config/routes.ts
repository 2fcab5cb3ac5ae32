/** English addresses of the pages; the other languages put `/fr` or `/ar` before them. */
export const ROUTES = {
  home: '/',
  features: '/features/',
  pricing: '/pricing/',
  howItWorks: '/how-it-works/',
  /** A match to be scored by whoever visits: phone and television in one page. */
  demo: '/demo/',
  contact: '/contact/',
  login: '/login/',
  setPassword: '/set-password/',
  dashboard: '/dashboard/',
  /** One table's scoring for whoever has a scorer link, whose secret is the fragment. */
  score: '/score/',
  snapshot: '/snapshot/',
  /** The snapshot page's short address, for links and QR codes. */
  snapshotShort: '/s/gd/',
  overlay: '/overlay/',
  /** A venue's television. */
  tv: '/tv/',
  /** Shown without a connection in place of a page that was never opened. */
  offline: '/offline/',
} as const;
