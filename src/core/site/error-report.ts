/** What is sent of an error: nothing that names a person or opens anything. */
export interface ErrorReport {
  readonly message: string;
  /** The first frames of its stack, innermost first. */
  readonly stack: readonly string[];
  /** The page's path. */
  readonly page: string;
  /** The site's version; null while it is being developed. */
  readonly version: string | null;
  readonly browser: string;
}

interface Happened {
  /** What was thrown: anything can be. */
  readonly thrown: unknown;
  /** The page's address. */
  readonly address: string;
  readonly version: string | null;
  readonly browser: string;
}

/** A page that fails, fails again: the first few say why. */
export const MOST_REPORTS = 5;
const LONGEST_TEXT = 300;
const MOST_FRAMES = 8;

const EMAIL = /[^\s@"'<>()]+@[^\s@"'<>()]+\.[^\s@"'<>()]+/g;
const ADDRESS = /\b(?:https?|wss?|blob):[^\s"'<>()]+/g;
/** Tokens, secrets, ids and keys: whatever is long and has a digit in it, or is longer than any name of ours. */
const SECRET = /\b(?=[\w-]*\d)[\w-]{16,}\b|\b[\w-]{40,}\b/g;
/** What a person may have typed: names come in quotes, or in letters that the code has none of. */
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|'[^']*'/g;
const FOREIGN = /[^\x20-\x7e]+/g;

/** A path without what opens a table, a result or a picture. */
const cleanPath = (path: string): string =>
  path
    .replace(/^((?:\/\w\w)?\/(?:overlay|r|s\/gd)\/)[^/].*$/, '$1…')
    .replace(/^((?!\/_astro\/).*)$/, (page) => page.replace(SECRET, '…'));

const cleanAddress = (address: string): string => {
  const path = /^[a-z]+:\/\/[^/?#]+([^?#]*)/.exec(address)?.[1] ?? '';
  const place = /:\d+:\d+$/.exec(address)?.[0] ?? '';
  return cleanPath(path.slice(0, place && path.endsWith(place) ? -place.length : undefined)) + place;
};

/** A frame of a stack: only where it is. */
const frame = (line: string): string | null => {
  const address = /https?:\/\/[^\s()]+/.exec(line)?.[0];
  return address === undefined ? null : cleanAddress(address).slice(0, LONGEST_TEXT);
};

const cleanMessage = (text: string): string =>
  text
    .slice(0, 10 * LONGEST_TEXT)
    .replace(QUOTED, '"…"')
    .replace(EMAIL, '…')
    .replace(ADDRESS, cleanAddress)
    .replace(SECRET, '…')
    .replace(FOREIGN, '…')
    .slice(0, LONGEST_TEXT);

/** The report of an error. */
export const errorReport = ({ thrown, address, version, browser }: Happened): ErrorReport => {
  const isError = thrown instanceof Error;
  // What isn't an error may be anything, such as an answer with names in it.
  const message = isError ? `${thrown.name}: ${thrown.message}` : `Thrown: ${typeof thrown}`;
  // Some browsers begin a stack with the message, which may be long.
  const lines = isError ? (thrown.stack ?? '').replace(thrown.message, '').slice(0, 20_000).split('\n') : [];
  return {
    message: cleanMessage(message),
    stack: lines.flatMap((line) => frame(line) ?? []).slice(0, MOST_FRAMES),
    page: cleanAddress(address),
    version,
    browser: browser.slice(0, LONGEST_TEXT),
  };
};

/** Whether a report is to be sent, after those that were. */
export const isNewReport = (report: ErrorReport, sent: readonly ErrorReport[]): boolean =>
  sent.length < MOST_REPORTS &&
  !sent.some(({ message, stack }) => message === report.message && stack.join() === report.stack.join());
