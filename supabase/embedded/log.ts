import { isDiskFull } from '../functions/_shared/refusal.ts';
import { sqlStateOf } from './problem.ts';

/**
 * What the server prints about requests. Outside input is quoted and kept to one line: a line break in a filter must
 * not print what looks like another entry, or like a mail with a link.
 */

/** Quoted, on one line, truncated. */
export const quoted = (outside: string): string => {
  const text = JSON.stringify(outside.length > 300 ? `${outside.slice(0, 300)}…` : outside);
  // JSON doesn't escape characters that some terminals treat as line breaks or as direction changes.
  return text.replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** An error's stack frames, without its message, on the same line: a log is read, counted and sifted by lines. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => ` ${line.trim()}`)
    .join('');

/** An error in brief. Database errors are named by code, because their message and detail may contain stored data. */
const wordsOf = (error: Error): string => {
  if (isDiskFull(error)) return 'the disk is full: make some room on it';
  const state = sqlStateOf(error);
  return state === undefined ? `${error.name} ${quoted(error.message)}` : `database error ${state}`;
};

const MINUTE_MILLIS = 60_000;
/** Different lines per minute; any beyond are counted as one more. */
const MOST_LINES = 20;
const OTHERS = 'Other lines';

/** How often each of this minute's lines was repeated. */
const repeats = new Map<string, number>();

const printRepeats = (): void => {
  for (const [line, count] of repeats) {
    if (count) console.error(`${line} (${count.toLocaleString('en')} more in the last minute)`);
  }
  repeats.clear();
};
process.once('exit', printRepeats);

/** Prints a line once, and a minute later how often it was repeated, so nobody can fill the disk with log lines. */
export const printOnce = (line: string, details = ''): void => {
  if (!repeats.size) setTimeout(printRepeats, MINUTE_MILLIS).unref();
  const counted = repeats.has(line) || repeats.size < MOST_LINES ? line : OTHERS;
  const count = repeats.get(counted);
  repeats.set(counted, count === undefined ? 0 : count + 1);
  if (count === undefined) console.error(line + details);
};

/** Prints a bug. */
export const printFailure = (what: string, error: unknown): void => {
  if (error instanceof Error) printOnce(`${what}: ${wordsOf(error)}`, framesOf(error));
  else printOnce(`${what}: ${quoted(String(error))}`);
};
