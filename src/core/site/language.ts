/** Local storage key of the chosen language; its value is a language code such as `FR`. */
export const LANGUAGE_KEY = 'selectedLanguage';

/** The parts of an address that matter when changing language; `search` and `hash` include their `?` and `#`. */
export interface PageAddress {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * Where an unprefixed (English) page redirects a visitor who chose another language: the same page in that
 * language, with query and hash. Undefined if they stay: nothing valid is stored, or the choice is the
 * page's own language, or the address already has a language prefix.
 *
 * `prefixes` gives the path prefix by language code, `''` for the unprefixed language: `{ EN: '', FR: '/fr' }`.
 *
 * Self-contained on purpose: pages carry this function's own source in a script that runs before first paint.
 */
export function storedLanguageAddress(
  stored: string | null,
  address: PageAddress,
  prefixes: Readonly<Record<string, string>>,
): string | undefined {
  const prefix = stored !== null && Object.hasOwn(prefixes, stored) ? prefixes[stored] : '';
  if (!prefix) return undefined;
  const prefixed = Object.values(prefixes).some(
    (other) => other && (address.pathname + '/').startsWith(other + '/'),
  );
  return prefixed ? undefined : prefix + address.pathname + address.search + address.hash;
}

/** The id in a result page's path. */
const RESULT = /\/r\/(.+)/;

/** The address for an entry of the language menu: the entry's path with the page's own result, query and hash. */
export const languageLinkAddress = (path: string, { pathname, search, hash }: PageAddress): string =>
  path + (RESULT.exec(pathname)?.[1] ?? '') + search + hash;
