import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { sentBoard } from '../../src/core/match/sent-board.ts';
import type { GameName } from '../../src/games/boards.ts';
import { GAMES } from '../../src/games/games.ts';
import type { Body } from '../../src/rules/read.ts';
import { transaction } from '../../supabase/embedded/data/sessions.ts';
import { FORMATS } from '../unit/match/matches.ts';

/** A table of an owner's, as its owner and a phone beside it use it. */
export interface ScoredTable {
  /** A new machine key. */
  readonly addKey: () => Promise<string>;
  /** A new button's secret. */
  readonly addButton: (move: string, fields?: Body) => Promise<string>;
  /** A new scorer link's secret. */
  readonly addLink: () => Promise<string>;
  readonly revokeAll: () => Promise<void>;
  /** Begins a match. */
  readonly begin: (game: GameName, format?: Body) => Promise<void>;
  /** Adds an action to the log as the owner's phone. */
  readonly tap: (kind: string, body: Body) => Promise<void>;
  /** Takes the beginning of the current match back. */
  readonly resume: () => Promise<void>;
  /** Takes a player's name out of everything. */
  readonly erase: (name: string) => Promise<void>;
  /** The kinds of the current match's actions, in order. */
  readonly log: () => Promise<readonly string[]>;
  /** What viewers see. */
  readonly board: () => Promise<Readonly<Record<string, unknown>>>;
}

/** Makes an owner with a table in a migrated database. */
export const openScoredTable = async (pg: Pool): Promise<ScoredTable> => {
  const owner = randomUUID();
  await pg.query('insert into auth.users (id, email) values ($1, $2)', [owner, `${owner}@example.test`]);
  const ask = (sql: string, values: readonly unknown[] = []): Promise<unknown> =>
    transaction(pg, async (client) => {
      await client.query(
        `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)`,
        [JSON.stringify({ sub: owner, role: 'authenticated' }), owner],
      );
      const { rows } = await client.query<{ answer: unknown }>(`select ${sql} as answer`, [...values]);
      return rows[0]?.answer;
    });
  const table = await ask(`public.add_table('Table 1')`);
  const add = async (more: string, values: readonly unknown[] = []): Promise<string> => {
    const made = await ask(`public.add_scorer_link($1, 'x'${more})`, [table, ...values]);
    return (made as { secret: string }).secret;
  };
  const board = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { rows } = await pg.query<Record<string, unknown>>(
      'select * from public.public_overlays where table_id = $1',
      [table],
    );
    return rows[0] ?? {};
  };
  return {
    addKey: () => add(', is_machine => true'),
    addButton: (move, fields = {}) => add(', move => $2', [JSON.stringify({ move, fields })]),
    addLink: () => add(''),
    revokeAll: async () => {
      await pg.query('update public.scorer_links set revoked_at = now() where table_id = $1', [table]);
    },
    begin: async (game, format = FORMATS[game]) => {
      const rules = GAMES[game];
      const { raceTo, ...shown } = sentBoard(rules, rules.start(rules.readFormat(format)));
      const { match_id } = await board();
      const begun = await ask('public.begin_match($1, $2, $3, $4, $5, $6, $7, 0)', [
        table,
        match_id,
        randomUUID(),
        game,
        rules.version,
        format,
        { ...shown, race_to: raceTo },
      ]);
      if ((begun as { outcome: string }).outcome !== 'ok')
        throw new Error(`begin_match: ${JSON.stringify(begun)}`);
    },
    tap: async (kind, body) => {
      const { match_id, seq } = await board();
      const actions = JSON.stringify([{ id: randomUUID(), kind, body, ago: 0 }]);
      await ask('public.append_actions($1, $2, $3)', [match_id, seq, actions]);
    },
    resume: async () => {
      const { match_id } = await board();
      await ask('public.resume_match($1, $2, (select previous_id from public.matches where id = $2))', [
        table,
        match_id,
      ]);
    },
    erase: async (name) => {
      await ask('public.erase_player($1)', [name]);
    },
    log: async () => {
      const { rows } = await pg.query<{ kind: string }>(
        `select kind from public.match_actions where match_id = $1 order by seq`,
        [(await board())['match_id']],
      );
      return rows.map(({ kind }) => kind);
    },
    board,
  };
};
