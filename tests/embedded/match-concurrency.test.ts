import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '../../src/core/match/fold.ts';
import type { Entry } from '../../src/rules/log.ts';
import { gameOf } from '../../src/games/games.ts';
import type { PlainState } from '../../src/games/plain/rules.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation } from './folders.ts';
import { signInToDemo } from './processes.ts';

/** Several devices, and direct updates, at one table at once. */

let server: EmbeddedServer;
const folder = sharedInstallation();

beforeAll(async () => {
  server = await startServer({ folder, port: 0, mail: () => undefined });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly outcome: string;
  readonly seq: number;
  readonly entries: readonly Entry[];
}

const plain = gameOf('plain');
const START: PlainState = { p1: 'PLAYER A', p2: 'PLAYER B', s1: 0, s2: 0, raceTo: 0 };
const folded = (entries: readonly Entry[]) => {
  if (!plain) throw new Error('There are no plain rules.');
  const { state, lines } = fold(plain, START, entries);
  return { state: state as PlainState, lines };
};

test('direct updates beside appends of three devices lose no field and no action', async () => {
  const { client } = await signInToDemo(server.origin);
  const { data: overlay } = await client.rpc('ensure_overlay');
  const token = overlay?.url_token ?? '';
  const shown = async () =>
    (await client.rpc('get_overlay', { key: token })).data as unknown as PlainState & {
      match: string;
      seq: number;
      rev: number;
      race_to: number;
    };
  const { match, rev: firstRev } = await shown();
  const sent: string[] = [];

  /** Scores `times` times for one player, folding what others have done whenever it is stale. */
  const device = async (field: 's1' | 's2', times: number): Promise<void> => {
    const log: Entry[] = [];
    for (let time = 0; time < times; time += 1) {
      const id = randomUUID();
      sent.push(id);
      for (let outcome = ''; outcome !== 'ok';) {
        const { state } = folded(log);
        const next = { ...state, [field]: state[field] + 1 };
        const body = { changes: { [field]: { from: state[field], to: next[field] } } };
        const { raceTo, ...fields } = next;
        const { data, error } = await client.rpc('append_actions', {
          match,
          after_seq: log.length,
          actions: [{ id, kind: 'set', body, ago: 0 }],
          board: { ...fields, race_to: raceTo, rules: 1, detail: null, result: null },
        });
        expect(error).toBeNull();
        const answer = data as unknown as Answer;
        expect(['ok', 'stale']).toContain(answer.outcome);
        log.push(...answer.entries);
        outcome = answer.outcome;
      }
    }
  };
  const pages = async (): Promise<void> => {
    for (let time = 1; time <= 8; time += 1) {
      const { error } = await client
        .from('public_overlays')
        .update(time % 2 ? { p1: `Amal ${time}`, race_to: time } : { p2: `Badr ${time}` })
        .eq('url_token', token);
      expect(error).toBeNull();
    }
  };
  const clocks = async (): Promise<void> => {
    for (let time = 0; time < 8; time += 1) {
      const id = randomUUID();
      sent.push(id);
      const { data } = await client.rpc('append_actions', {
        match,
        after_seq: null as unknown as number,
        actions: [{ id, kind: time % 2 ? 'clock.stop' : 'clock.start', body: {}, ago: 0 }],
      });
      expect(data).toMatchObject({ outcome: 'ok' });
      await client.rpc(time % 2 ? 'start_clock' : 'stop_clock', { token });
    }
  };
  await Promise.all([device('s1', 8), device('s1', 8), device('s2', 8), pages(), clocks()]);

  const { data } = await client.rpc('get_log', { match });
  const { entries } = data as unknown as Answer;
  const { state, lines } = folded(entries);
  expect(state).toEqual({ p1: 'Amal 7', p2: 'Badr 8', s1: 16, s2: 8, raceTo: 7 });
  expect(lines.filter(({ fate }) => fate.status !== 'counts')).toEqual([]);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(sent.filter((id) => entries.filter((entry) => entry.id === id).length !== 1)).toEqual([]);
  const board = await shown();
  const { raceTo, ...fields } = state;
  expect(board).toMatchObject({
    ...fields,
    race_to: raceTo,
    seq: entries.length,
    rev: firstRev + entries.length,
  });
});

test('renaming a table, in both ways, waits for who replaces its link, and neither for the other’s end', async () => {
  const { client } = await signInToDemo(server.origin);
  const { data: overlay } = await client.rpc('ensure_overlay');
  const id = overlay?.id ?? '';
  for (let round = 0; round < 25; round += 1) {
    const title = `Table ${round}`;
    const answers = await Promise.all([
      client.rpc('update_table', { id, title }),
      client.rpc('replace_overlay_link', { id }),
      client.from('user_overlays').update({ title }).eq('id', id),
    ]);
    expect(answers.map(({ error }) => error)).toEqual([null, null, null]);
  }
});

test('a screen that is paired while it asks for a code has none left', async () => {
  const { client } = await signInToDemo(server.origin);
  for (let round = 0; round < 10; round += 1) {
    const secret = randomUUID().replaceAll('-', '');
    const { data } = await client.rpc('begin_pairing', { secret });
    const { code } = data as { code: string };
    // It is about to be renewed.
    await server.pg.query(
      `update public.pairing_codes set expires_at = now() + interval '1 minute' where code = $1`,
      [code],
    );
    const [paired] = await Promise.all([
      client.rpc('pair_television', { code, title: 'Screen' }),
      client.rpc('begin_pairing', { secret }),
    ]);
    expect(paired.data).toMatchObject({ status: 'paired' });
    const { rows } = await server.pg.query('select code from public.pairing_codes');
    expect(rows).toEqual([]);
  }
});
