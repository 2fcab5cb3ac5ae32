import type { FoldedLog } from '../../../src/core/match/rebase.ts';

/** Bytes in memory, as estimated: twice the longest log that there can be, or some three hundred usual ones. */
const MOST_BYTES = 32 * 2 ** 20;
/** An entry's own objects, apart from its body, as measured. */
const ENTRY_BYTES = 600;
/** How many secrets' matches are remembered. */
const MOST_SECRETS = 1000;

/** The logs that were read last, folded, so that the next request reads only newer entries. */
export interface KnownLogs {
  /** How many entries are known of the match that this secret last opened; 0 for none. */
  readonly lengthFor: (secret: string) => number;
  /** A match's log as it was read; undefined if it isn't known in this edition. */
  readonly get: (match: string, edition: string) => FoldedLog | undefined;
  /** Keeps a log. If there are too many, forgets those that were unused the longest. */
  readonly keep: (secret: string, match: string, edition: string, done: FoldedLog) => void;
  /** The estimated size of all of them, in bytes. */
  readonly bytes: () => number;
}

interface Known {
  /** All that a fold depends on beside the entries' number. */
  readonly edition: string;
  readonly done: FoldedLog;
  readonly bytes: number;
}

/** Strings take one or two bytes a letter. */
const bytesOf = ({ actions }: FoldedLog, from: number): number =>
  actions.slice(from).reduce((sum, { body }) => sum + ENTRY_BYTES + 2 * JSON.stringify(body).length, 0);

/** The oldest of a map comes first, so a used entry moves to the end. */
const putLast = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void => {
  map.delete(key);
  map.set(key, value);
};

export const createKnownLogs = (mostBytes = MOST_BYTES): KnownLogs => {
  const logs = new Map<string, Known>();
  const matches = new Map<string, string>();
  let bytes = 0;

  const forget = (match: string): void => {
    bytes -= logs.get(match)?.bytes ?? 0;
    logs.delete(match);
  };

  return {
    lengthFor: (secret) => logs.get(matches.get(secret) ?? '')?.done.actions.length ?? 0,
    get: (match, edition) => {
      const known = logs.get(match);
      if (known?.edition !== edition) return undefined;
      putLast(logs, match, known);
      return known.done;
    },
    keep: (secret, match, edition, done) => {
      putLast(matches, secret, match);
      for (const oldest of matches.keys()) if (matches.size > MOST_SECRETS) matches.delete(oldest);
      const before = logs.get(match);
      if (before?.done === done) return;
      // A log grows by one entry at a time: only the new entries are measured.
      const grown = before?.edition === edition && before.done.actions.length <= done.actions.length;
      const own = grown ? before.bytes + bytesOf(done, before.done.actions.length) : bytesOf(done, 0);
      forget(match);
      logs.set(match, { edition, done, bytes: own });
      bytes += own;
      for (const oldest of logs.keys()) if (bytes > mostBytes) forget(oldest);
    },
    bytes: () => bytes,
  };
};
