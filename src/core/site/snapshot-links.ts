import { ROUTES } from '../../config/routes.ts';

/** What our own service calls a picture; another endpoint's names may be anything. */
const PICTURE_ID = /^[A-Za-z0-9_-]{22}$/;

const PAGES = [ROUTES.snapshot, ROUTES.snapshotShort].map((path) => path.slice(0, -1));

/** `/fr/s/gd/<version>` in its parts. */
const VERSIONED = new RegExp(`^(?<page>.*(?:${PAGES.join('|')}))(?:/[^/]+)?/?$`);

/** The page's address without the version that a shared link has in its path, and without its query. */
export const unversioned = (address: URL): URL => {
  const page = VERSIONED.exec(address.pathname)?.groups?.['page'];
  return new URL(page === undefined ? address.pathname : `${page}/`, address);
};

const withMatch = (address: URL, match: string): string => {
  address.search = new URLSearchParams({ match }).toString();
  return address.href;
};

/** The link of a table, whatever its picture: its page's address with the match and nothing else. */
export const tableLink = (address: URL, match: string): string => withMatch(unversioned(address), match);

/**
 * A table's link as it is shared with a picture. A chat keeps the preview that it has once seen of an address: a picture of
 * our own service gives the link a version, so that it is another address with each picture.
 */
export const shareLink = (address: URL, match: string, picture: string | undefined): string => {
  if (picture === undefined || !PICTURE_ID.test(picture)) return tableLink(address, match);
  const { origin, pathname } = unversioned(address);
  const language = PAGES.reduce((path, page) => path.replace(new RegExp(`${page}/?$`), ''), pathname);
  return withMatch(new URL(`${language}${ROUTES.snapshotShort}${picture}`, origin), match);
};

/** Opens WhatsApp with a message to be sent to whomever one chooses. https://faq.whatsapp.com/5913398998672934 */
export const whatsAppLink = (title: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${title} ${link}`)}`;
