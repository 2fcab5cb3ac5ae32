import { inspect } from 'node:util';
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
  const state = sqlStateOf(error);
  return state === undefined ? `${error.name} ${quoted(error.message)}` : `database error ${state}`;
};

/** Prints a failure of the program itself. */
export const printFailure = (what: string, error: unknown): void => {
  if (error instanceof Error) console.error(`${what}: ${wordsOf(error)}\n${framesOf(error)}`.trimEnd());
  else console.error(`${what}: ${quoted(String(error))}`);
};

/** The same error, which prints as a few words wherever somebody else prints it. */
export const printedShort = <Thrown>(thrown: Thrown, what = 'Refused'): Thrown =>
  thrown instanceof Error
    ? Object.assign(thrown, { [inspect.custom]: () => `${what}: ${wordsOf(thrown)}` })
    : thrown;
