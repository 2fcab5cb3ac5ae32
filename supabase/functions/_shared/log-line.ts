import { sqlStateOf } from './database-error.ts';
import { isDiskFull } from './refusal.ts';

/**
 * Log lines about requests. Outside input is quoted and kept to one line: a line break in a filter must not print what
 * looks like another entry, or like a mail with a link.
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

/** What failed, and why, on one line without its details; then where, to continue that line. */
export const failureLine = (what: string, error: unknown): readonly [line: string, details: string] =>
  error instanceof Error
    ? [`${what}: ${wordsOf(error)}`, framesOf(error)]
    : [`${what}: ${quoted(String(error))}`, ''];
