/** The report of an error. Contains no names and nothing that opens a table, a result or a picture. */
export interface ErrorReport {
  readonly message: string;
  /** The first frames of its stack, innermost first. */
  readonly stack: readonly string[];
  /** The page's path. */
  readonly page: string;
  /** The site's version; null in development. */
  readonly version: string | null;
  readonly browser: string;
}

interface Happened {
  /** The thrown value, which may be anything. */
  readonly thrown: unknown;
  /** The page's address. */
  readonly address: string;
  readonly version: string | null;
  readonly browser: string;
}

/** A failing page tends to fail again. The first few reports are enough. */
export const MOST_REPORTS = 5;
const LONGEST_TEXT = 300;
const MOST_FRAMES = 8;

/**
 * Tokens, secrets, ids and keys: words of 16 letters with a digit, or of 40 letters, longer than any name in the code.
 */
const SECRET = /\b(?=[\w-]*\d)[\w-]{16,}\b|\b[\w-]{40,}\b/g;

/** The words of browsers' own messages. Any other word may have been typed by a person, such as a name. */
const WORDS = new Set(
  `a aborted access accessed allowed already an and any argument arguments array as assignment at be because been before
  being blocked boolean bound browser by call callable called cannot circular class closed code column connection
  constant constructor context convert converting could create cyclic data database declaration deep denied did
  dynamically element empty end error evaluating exceeded execute expected extensible failed fetch file for found from
  full function get getter given has have identifier import imported importing in index indexeddb infinite
  initialization input instance integer interrupted invalid invariant is it iterable iterator json key keyword length
  lexical limit line load loading lost map maximum memory message method minified missing module must network new no
  node non not null number object of on only open operation operator or origin out parameter parse permission position
  primitive promise properties property prototype provided quota range react read reading recursion redefine reference
  regular rejected request required resolve resource response returned scope script secure serialize server set setter
  size source specifier stack state storage string structure supported symbol syntax target that the this timed to token
  too transaction type unable undefined unexpected unhandled unknown unterminated url use used user valid value variable
  version was websocket when while with without worker write`.split(/\s+/),
);
/** An address, or a word with any characters that one may contain. */
const ADDRESS_OR_WORD = /\b(?:https?|wss?|blob):[^\s"'<>()]+|[\p{L}\p{M}\p{N}\p{S}_-]+/gu;
/** Too short for a telephone number. */
const SHORT_NUMBER = /^\d{1,3}$/;

/** A path without the parts that open a table, a result or a picture. */
const cleanPath = (path: string): string =>
  path
    .replace(/^((?:\/\w\w)?\/(?:overlay|r|s\/gd)\/)[^/].*$/, '$1…')
    .replace(/^((?!\/_astro\/).*)$/, (page) => page.replace(SECRET, '…'));

const cleanAddress = (address: string): string => {
  const path = /^[a-z]+:\/\/[^/?#]+([^?#]*)/.exec(address)?.[1] ?? '';
  const place = /:\d+:\d+$/.exec(address)?.[0] ?? '';
  return cleanPath(path.slice(0, place && path.endsWith(place) ? -place.length : undefined)) + place;
};

/** A stack frame, reduced to its location. */
const frame = (line: string): string | null => {
  const address = /https?:\/\/[^\s()]+/.exec(line)?.[0];
  return address === undefined ? null : cleanAddress(address).slice(0, LONGEST_TEXT);
};

const cleanMessage = (text: string): string =>
  text
    .slice(0, 10 * LONGEST_TEXT)
    .replace(ADDRESS_OR_WORD, (part) => {
      if (part.includes(':')) return cleanAddress(part);
      return WORDS.has(part.toLowerCase()) || SHORT_NUMBER.test(part) ? part : '…';
    })
    .slice(0, LONGEST_TEXT);

/** An error's kind, by the name of its class. */
const nameOf = ({ name }: Error): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : 'Error');

/** The report of an error. */
export const errorReport = ({ thrown, address, version, browser }: Happened): ErrorReport => {
  const isError = thrown instanceof Error;
  // A thrown value that isn't an error may be anything, such as an answer that contains names.
  const message = isError ? `${nameOf(thrown)}: ${cleanMessage(thrown.message)}` : `Thrown: ${typeof thrown}`;
  // Some browsers put the message before the stack, and it may be long.
  const lines = isError ? (thrown.stack ?? '').replace(thrown.message, '').slice(0, 20_000).split('\n') : [];
  return {
    message,
    stack: lines.flatMap((line) => frame(line) ?? []).slice(0, MOST_FRAMES),
    page: cleanAddress(address),
    version,
    browser: browser.slice(0, LONGEST_TEXT),
  };
};

/** Whether to send a report, given those already sent. */
export const isNewReport = (report: ErrorReport, sent: readonly ErrorReport[]): boolean =>
  sent.length < MOST_REPORTS &&
  !sent.some(({ message, stack }) => message === report.message && stack.join() === report.stack.join());
