import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { Database } from '../../src/backend/database.types.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { root } from '../../scripts/run.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * A scorer's saves while another address floods the server: server, scorer and attackers are processes of their own on
 * one machine. Goal: p95 of 100 ms under each flood, and no flood outlasts its clients.
 */

const SECONDS = 10;
const SAVE_EVERY_MILLIS = 100;
const GOAL_MILLIS = 100;
/** A save without an answer by then counts as refused. */
const LONGEST_SAVE_MILLIS = 10_000;
const PORT = 4395;

const KINDS = [
  'nothing',
  'passwords',
  'recovery',
  'joins of 20 sockets',
  'joins of 100 sockets',
  'broadcasts to 20 topics',
  'broadcasts to 100 topics',
  'idle sockets',
  'overlays asked for',
  'codes asked for',
  'televisions asked for',
  'marks without a ticket',
  'bodies held back',
] as const;

/** By this address, the scorer is surely no neighbour of the attackers. */
const origin = `http://127.0.0.1:${PORT}`;

const client = () =>
  createClient<Database>(origin, EMBEDDED_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });

/** Whether a new viewer gets its channel. */
const viewerJoins = (topic: string): Promise<boolean> =>
  new Promise((resolve) => {
    const viewer = client();
    viewer.channel(topic, { config: { private: true } }).subscribe((status) => {
      resolve(status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED);
      void viewer.realtime.disconnect();
    });
  });

const server = await startBenchServer(PORT);
try {
  const scorer = client();
  await scorer.auth.signInWithPassword({ email: 'demo@cueboard.test', password: 'cueboard-demo' });
  const { data: overlay } = await scorer.rpc('ensure_overlay');
  const token = overlay?.url_token ?? '';
  const save = async (): Promise<number> => {
    const start = performance.now();
    const { error } = await scorer
      .from('public_overlays')
      .update({ s1: Math.floor(Math.random() * 100) })
      .eq('url_token', token)
      .select('rev')
      .abortSignal(AbortSignal.timeout(LONGEST_SAVE_MILLIS));
    return error ? Number.POSITIVE_INFINITY : performance.now() - start;
  };
  const savesFor = async (seconds: number): Promise<number[]> => {
    const millis: number[] = [];
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      const taken = await save();
      millis.push(taken);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, SAVE_EVERY_MILLIS - taken)));
    }
    return millis;
  };
  await savesFor(2);

  for (const [index, kind] of KINDS.entries()) {
    let output = '';
    let gone = Promise.resolve();
    if (kind !== 'nothing') {
      const attackers = spawn(
        process.execPath,
        [
          'tests/bench/floods/attackers.ts',
          '--kind',
          kind,
          '--origin',
          origin,
          '--from',
          `127.0.0.${index + 1}`,
          '--seconds',
          String(SECONDS),
        ],
        { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      attackers.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      gone = new Promise((resolve) => attackers.once('exit', () => resolve()));
      await savesFor(1);
    }
    const during = await savesFor(SECONDS - 3);
    const joins = await viewerJoins(`overlay:${token}`);
    await gone;
    const after = performance.now();
    let calm = Number.NaN;
    while (Number.isNaN(calm) && performance.now() - after < 60_000) {
      if ((await save()) <= GOAL_MILLIS) calm = performance.now() - after;
    }
    console.log(
      JSON.stringify({
        flood: kind,
        saves: during.length,
        refused: during.filter((taken) => !Number.isFinite(taken)).length,
        p50: Math.round(percentile(during, 0.5) * 10) / 10,
        p95: Math.round(percentile(during, 0.95) * 10) / 10,
        most: Math.round(Math.max(...during)),
        'viewer joins': joins,
        'calm after, ms': Math.round(calm),
        answers: output.trim(),
      }),
    );
  }
} finally {
  await server.stop();
}
