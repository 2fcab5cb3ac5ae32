import { isDiskFull } from '../functions/snapshot/refusal.ts';
import { sqlStateOf } from './problem.ts';

/**
 * What the server prints about requests. Whatever came from outside stands quoted on the one line of its entry: a line
 * break in a filter must not print what looks like another entry, or like a mail with a link.
 */

/** Quoted, on one line, of bounded length. */
export const quoted = (outside: string): string => {
  const text = JSON.stringify(outside.length > 300 ? `${outside.slice(0, 300)}…` : outside);
  // JSON leaves alone what some terminals and viewers break lines at, or turn text around with.
  return text.replaceAll(
    /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

/** Where an error came from: its frames, without the message that stands above them. */
const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .join('\n');

/** An error in a few words. A database's is named by its code: its message and detail are what somebody stored. */
const wordsOf = (error: Error): string => {
  if (isDiskFull(error)) return 'the disk is full';
  const state = sqlStateOf(error);
  return state === undefined ? `${error.name} ${quoted(error.message)}` : `database error ${state}`;
};

const MINUTE_MILLIS = 60_000;
/** Different lines of a minute. What comes beside them is counted as one more. */
const MOST_LINES = 20;
const OTHERS = 'Other lines';

/** How often each line of the present minute came again. */
const repeats = new Map<string, number>();

const printRepeats = (): void => {
  for (const [line, count] of repeats) {
    if (count) console.error(`${line} (${count.toLocaleString('en')} more in the last minute)`);
  }
  repeats.clear();
};
process.once('exit', printRepeats);

/** Prints a line once, and after a minute how often it came again: whoever has it printed must not fill the disk. */
export const printOnce = (line: string, details = ''): void => {
  if (!repeats.size) setTimeout(printRepeats, MINUTE_MILLIS).unref();
  const counted = repeats.has(line) || repeats.size < MOST_LINES ? line : OTHERS;
  const count = repeats.get(counted);
  repeats.set(counted, count === undefined ? 0 : count + 1);
  if (count === undefined) console.error(line + details);
};

/** Prints a failure of the program itself. */
export const printFailure = (what: string, error: unknown): void => {
  if (error instanceof Error) printOnce(`${what}: ${wordsOf(error)}`, `\n${framesOf(error)}`.trimEnd());
  else printOnce(`${what}: ${quoted(String(error))}`);
};
