/** A tag in a page's head, as read by a crawler without scripts. */
export const tagIn = (html: string, name: string): string =>
  (new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
