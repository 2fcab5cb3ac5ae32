import { PICTURE_ID } from '../branding/mark.ts';
import { ROUTES } from '../../config/routes.ts';

const PAGES = [ROUTES.snapshot, ROUTES.snapshotShort].map((path) => path.slice(0, -1));

/** Splits `/fr/s/gd/<version>`. */
const VERSIONED = new RegExp(`^(?<page>.*(?:${PAGES.join('|')}))(?:/[^/]+)?/?$`);

/** The page's address without a shared link's version and without its query. */
export const unversioned = (address: URL): URL => {
  const page = VERSIONED.exec(address.pathname)?.groups?.['page'];
  return new URL(page === undefined ? address.pathname : `${page}/`, address);
};

const withMatch = (address: URL, match: string): string => {
  address.search = new URLSearchParams({ match }).toString();
  return address.href;
};

/** The link to a table rather than to one picture: its page's address with only the match. */
export const tableLink = (address: URL, match: string): string => withMatch(unversioned(address), match);

/**
 * The link for sharing a table with its current picture. Chats cache the preview of an address, so a picture of our own
 * service adds a version to make each link a new address.
 */
export const shareLink = (address: URL, match: string, picture: string | undefined): string => {
  if (picture === undefined || !PICTURE_ID.test(picture)) return tableLink(address, match);
  const { origin, pathname } = unversioned(address);
  const language = PAGES.reduce((path, page) => path.replace(new RegExp(`${page}/?$`), ''), pathname);
  return withMatch(new URL(`${language}${ROUTES.snapshotShort}${picture}`, origin), match);
};

/** A link that opens WhatsApp with a message for a contact of the user's choice. https://faq.whatsapp.com/5913398998672934 */
export const whatsAppLink = (title: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${title} ${link}`)}`;
