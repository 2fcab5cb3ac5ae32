import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { SCORE_PATH } from '../../supabase/embedded/rest/score.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { percentile } from '../bench/common/statistics.ts';
import { openScoredTable, type ScoredTable } from '../contract/score-table.ts';
import { installation } from '../embedded/folders.ts';
import { originOf, run } from '../embedded/processes.ts';

/**
 * Machine keys that read logs as long and as heavy as there can be, ten times a second each, as the limits allow: a
 * server with 1 GB continues to serve others. Everything is sent to this machine, and ends after a minute and a half.
 */

const HEAP_MEGABYTES = 1024;
const MOST_GROWTH_MEGABYTES = 400;
const TABLES = 4;

/** Fills a table's match with 4,990 actions of 1.2 kB, as a device may that taps ten times a second. */
const fillLog = async (pg: Pool, table: ScoredTable): Promise<void> => {
  const { match_id } = await table.board();
  await pg.query(
    `insert into public.match_actions (match_id, seq, id, kind, body, at, stored_at)
     select $1, number, gen_random_uuid(), 'foul', jsonb_build_object('side', 'A', 'x', repeat('x', 980)), now(), now()
     from generate_series(1, 4990) as number`,
    [match_id],
  );
  await pg.query('update public.matches set seq = 4990 where id = $1', [match_id]);
  await pg.query('update public.public_overlays set seq = 4990 where match_id = $1', [match_id]);
};

interface Answer {
  readonly status: number;
  readonly millis: number;
}

/** Sends from its own address, as another client on the network. */
const from = (localAddress: string) => {
  const agent = new Agent({ keepAlive: true, localAddress });
  const send = (origin: string, method: string, path: string, headers: object, signal?: AbortSignal) =>
    new Promise<Answer>((resolve, reject) => {
      const began = performance.now();
      const { port } = new URL(origin);
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: SCORE_PATH + path,
          headers: { ...headers },
          ...(signal && { signal }),
        },
        (response) => {
          response
            .resume()
            .on('end', () => {
              resolve({ status: response.statusCode ?? 0, millis: performance.now() - began });
            })
            .on('error', reject);
        },
      );
      sent.on('error', reject).end(method === 'POST' ? '{"side":"A"}' : undefined);
    });
  return { send, close: () => agent.destroy() };
};

/** The memory of a process in MB, of which most is its heap. */
const megabytesOf = (pid = 0): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('keys that read the longest logs ten times a second leave a server with 1 GB to others', async () => {
  const folder = installation();
  const before = await startServer({ folder, port: 0 });
  const tables = await Promise.all(Array.from({ length: TABLES }, () => openScoredTable(before.pg)));
  const keys = await Promise.all(tables.map((table) => table.addKey()));
  for (const table of tables) {
    await table.begin('eight-ball');
    await fillLog(before.pg, table);
  }
  const other = await (await openScoredTable(before.pg)).addKey();
  await before.close();

  const server = run('tests/embedded/server-process.ts', [folder], {
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
  });
  const origin = await originOf(server);
  const bearing = (key: string) => ({ authorization: `Bearer ${key}` });
  const [attacker, neighbour] = [from('127.0.0.2'), from('127.0.0.3')];

  /** Reads with these keys, ten times a second each, and abandons requests that aren't answered by then. */
  const attack = async (readers: readonly string[], seconds: number): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    const gone = new AbortController();
    const sent: Promise<void>[] = [];
    for (let count = 0; count < seconds * 10; count += 1) {
      for (const key of readers)
        sent.push(
          attacker.send(origin, 'GET', '/v1/state', bearing(key), gone.signal).then(
            (answer) => void answers.push(answer),
            () => undefined,
          ),
        );
      await sleep(100);
    }
    gone.abort();
    await Promise.all(sent);
    return answers;
  };

  /** Reads and scores at another table meanwhile, and sees how much memory the server has. */
  const watch = async (until: Promise<unknown>) => {
    const served: Answer[] = [];
    let most = 0;
    const over = new AbortController();
    void until.finally(() => over.abort());
    while (!over.signal.aborted) {
      const name = { ...bearing(other), 'idempotency-key': String(Math.random()) };
      served.push(await neighbour.send(origin, 'GET', '/v1/state', bearing(other)));
      served.push(await neighbour.send(origin, 'POST', '/v1/moves/point', name));
      most = Math.max(most, megabytesOf(server.child.pid));
      await sleep(250);
    }
    return { served, most };
  };

  const start = megabytesOf(server.child.pid);
  const figures: object[] = [];
  const check = async (readers: readonly string[], seconds: number): Promise<readonly Answer[]> => {
    const attacking = attack(readers, seconds);
    const { served, most } = await watch(attacking);
    const answers = await attacking;
    const good = answers.filter(({ status }) => status === 200);
    const millis = (of: readonly Answer[], part: number) =>
      Math.round(
        percentile(
          of.map((one) => one.millis),
          part,
        ),
      );
    figures.push({
      keys: readers.length,
      reads: readers.length * seconds * 10,
      answered: good.length,
      'read, p50': millis(good, 0.5),
      'others, p50': millis(served, 0.5),
      p95: millis(served, 0.95),
      'memory before, MB': Math.round(start),
      most: Math.round(most),
    });
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect(millis(served, 0.95)).toBeLessThan(500);
    expect(most - start).toBeLessThan(MOST_GROWTH_MEGABYTES);
    return good;
  };

  try {
    // A log that is kept is read at once, and more logs than are kept never lie in memory together.
    expect((await check(keys.slice(0, 1), 60)).length).toBeGreaterThan(550);
    await check(keys, 20);
    expect(server.child.exitCode).toBeNull();
    expect((await neighbour.send(origin, 'GET', '/v1/state', bearing(other))).status).toBe(200);
  } finally {
    console.table(figures);
    attacker.close();
    neighbour.close();
  }
});
