import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../supabase/embedded/http/problem.ts';
import { caller, openVenue } from '../wire-scorer.ts';
import type { Account, Stranger } from './known.ts';

/**
 * A scorer beside odd requests: saves without a pause, and looks after each of them whether it is there, and nothing
 * else.
 */

/** An account may ask a thousand times in ten seconds, and each save is two requests of it. */
const SAVE_EVERY_MILLIS = 25;
/** A table takes 600 actions a minute. */
const TABLES = 6;
/** A match ends before the server would roll it over. */
const SAVES_OF_A_MATCH = 1000;

export interface Scoring {
  readonly tables: readonly Stranger[];
  /** Saves until it is called. Returns how long each save took, in milliseconds, and the errors. */
  readonly stop: () => Promise<Saves>;
}

export interface Saves {
  readonly millis: readonly number[];
  readonly failures: readonly string[];
}

interface Log {
  readonly match: { readonly seq: number };
  readonly current: string;
  readonly entries: readonly { readonly seq: number; readonly kind: string; readonly body: object }[];
}

export const keepScoring = async (origin: string, account: Account, name: string): Promise<Scoring> => {
  const owner = await openVenue(origin, account);
  const view = caller(origin);
  for (let count = 0; count < TABLES; count += 1)
    await owner.call('add_table', { title: `${name} ${count}` });
  const millis: number[] = [];
  const failures: string[] = [];
  const end = new AbortController();

  const begin = async (number: number) => {
    const table = (await owner.tables())[number];
    if (!table) throw new Error('A table is gone.');
    const names = { p1: `${name} ${number}`, p2: `Guest of ${name}` };
    const match = await owner.begin(table, 'plain', names);
    let seq = 0;
    let shown = 0;
    return {
      isFull: () => seq >= SAVES_OF_A_MATCH,
      stranger: { table: table.id, token: table.token, match: match.id },
      /** Rejects if the stored log isn't exactly the saves. */
      save: async (): Promise<void> => {
        const next = (shown + 1) % 1000;
        const body = { changes: { s1: { from: shown, to: next } } };
        const before = performance.now();
        const answer = await match.act('set', body);
        millis.push(performance.now() - before);
        seq += 1;
        shown = next;
        const log = (await owner.call('get_log', { match: match.id, after_seq: seq - 1 })) as Log;
        const board = (await view('/rest/v1/rpc/get_overlay', { key: table.token })) as Record<
          string,
          unknown
        >;
        const [entry, ...others] = log.entries;
        const seen = {
          seqs: [answer.seq, log.match.seq, entry?.seq, board['seq']],
          matches: [log.current, board['match']],
          saved: [entry?.kind, entry?.body, others.length],
          board: [board['p1'], board['p2'], board['s1'], board['s2']],
        };
        const expected = {
          seqs: [seq, seq, seq, seq],
          matches: [match.id, match.id],
          saved: ['set', body, 0],
          board: [names.p1, names.p2, next, 0],
        };
        if (!isDeepStrictEqual(seen, expected)) {
          throw new Error(`${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
        }
      },
    };
  };

  const matches = new Map<number, Awaited<ReturnType<typeof begin>>>();
  for (let number = 0; number < TABLES; number += 1) matches.set(number, await begin(number));
  const tables = [...matches.values()].map(({ stranger }) => stranger);
  const score = async (): Promise<void> => {
    for (let number = 0; !end.signal.aborted; number = (number + 1) % TABLES) {
      const pause = wait(SAVE_EVERY_MILLIS);
      try {
        const current = matches.get(number);
        const match = current?.isFull() === false ? current : await begin(number);
        matches.set(number, match);
        await match.save();
      } catch (error) {
        failures.push(`${new Date().toISOString()} ${name}: ${messageOf(error)}`);
        // What there is of this match isn't known any more.
        matches.delete(number);
      }
      await pause;
    }
  };

  const over = score();
  return {
    tables,
    stop: async () => {
      end.abort();
      await over;
      return { millis, failures };
    },
  };
};
