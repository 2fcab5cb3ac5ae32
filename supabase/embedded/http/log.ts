import { failureLine } from '../../functions/_shared/log-line.ts';

const MINUTE_MILLIS = 60_000;
/** Different lines per minute; any beyond are counted as one more. */
const MOST_LINES = 20;
const OTHERS = 'Other lines';

/** How often each of this minute's lines was repeated. */
const repeats = new Map<string, number>();
let minute: NodeJS.Timeout | undefined;

/** Ends the minute: prints how often lines were repeated, and forgets them. */
export const printRepeats = (): void => {
  clearTimeout(minute);
  for (const [line, count] of repeats) {
    if (count) console.error(`${line} (${count.toLocaleString('en')} more in the last minute)`);
  }
  repeats.clear();
};
process.once('exit', printRepeats);

/** Prints a line once, and a minute later how often it was repeated, so nobody can fill the disk with log lines. */
export const printOnce = (line: string, details = ''): void => {
  if (!repeats.size) minute = setTimeout(printRepeats, MINUTE_MILLIS).unref();
  const counted = repeats.has(line) || repeats.size < MOST_LINES ? line : OTHERS;
  const count = repeats.get(counted);
  repeats.set(counted, count === undefined ? 0 : count + 1);
  if (count === undefined) console.error(line + details);
};

/** Prints a bug. */
export const printFailure = (what: string, error: unknown): void => {
  printOnce(...failureLine(what, error));
};
