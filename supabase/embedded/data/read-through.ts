import type { PoolClient } from 'pg';
import { Damage } from '../http/problem.ts';

const TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname !~ '^pg_'
    -- Realtime's messages are many and temporary: losing some does no harm.
    and n.nspname not in ('information_schema', 'realtime') order by name`;

const BY_TABLE = `set local enable_seqscan = on; set local enable_indexscan = off;
  set local enable_indexonlyscan = off; set local enable_bitmapscan = off`;
const BY_INDEX = `set local enable_seqscan = off; set local enable_indexscan = on;
  set local enable_indexonlyscan = on; set local enable_bitmapscan = off`;

const countRows = async (
  client: PoolClient,
  names: readonly string[],
  expression: string,
): Promise<Map<string, number>> => {
  const counts = names.map(
    (name) => `select '${name.replaceAll("'", "''")}' as name, count(${expression}) as rows from ${name} t`,
  );
  const { rows } = await client.query<{ name: string; rows: number }>(counts.join(' union all '));
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
};

/**
 * Reads every row of the product's tables, and counts them by index too, since a table whose file was emptied just
 * looks empty. Returns row counts by table, such as `auth.users`. Throws Damage, or the database's error naming the
 * file.
 */
export const readThrough = async (client: PoolClient): Promise<ReadonlyMap<string, number>> => {
  // Both counts in one snapshot, without a time limit.
  await client.query(`set transaction isolation level repeatable read;
    set local statement_timeout = 0; set local search_path = pg_catalog`);
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return new Map();
  await client.query(BY_TABLE);
  const byTable = await countRows(client, names, '(t.*)::text');
  await client.query(BY_INDEX);
  const byIndex = await countRows(client, names, '*');
  const damaged = names.find((name) => byTable.get(name) !== byIndex.get(name));
  if (damaged !== undefined) {
    throw new Damage(
      `the table ${damaged} has ${byTable.get(damaged) ?? 0} rows but its index ${byIndex.get(damaged) ?? 0}`,
    );
  }
  return byTable;
};
