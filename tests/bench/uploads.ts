import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { join } from './common/listen.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * Twenty cameras that each send a photograph every five seconds, with viewers at every table who ask and fetch it when they
 * hear of it, for a minute, less with BENCH_SECONDS: how long viewers wait for their answers, and what the server holds.
 */

const TABLES = 20;
const VIEWERS = 3;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const INTERVAL_MILLIS = 5000;
const PORT = 4674;
const GOAL_MILLIS = 50;

const PHOTO = { width: 1920, height: 1080 } as const;

/** A photograph with a camera's grain, of about 600 kB, another one for each number. */
const photograph = async (number: number): Promise<Buffer> =>
  sharp({
    create: {
      ...PHOTO,
      channels: 3,
      background: { r: 20 + number * 10, g: 90, b: 60 },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

interface Venue {
  readonly tables: readonly { readonly match_id: string }[];
}

const server = await startBenchServer(PORT);
const service = `${server.origin}/functions/v1/snapshot`;
try {
  const owner = await openVenue(server.origin, DEMO);
  for (let number = (await owner.tables()).length; number < TABLES; number += 1) {
    await owner.call('add_table', { title: `Table ${number + 1}` });
  }
  const { secret } = (await owner.call('add_upload_key', { label: 'Cameras' })) as { secret: string };
  const { tables } = (await owner.call('get_venue')) as Venue;
  const matches = tables.slice(0, TABLES).map(({ match_id }) => match_id);
  const photos = await Promise.all(Array.from({ length: 4 }, (_, number) => photograph(number)));

  const acknowledged: number[] = [];
  const answers: number[] = [];
  const pictures: number[] = [];
  const delays: number[] = [];
  const sentAt = new Map<string, number>();

  /** A viewer of a table: asks which picture is the latest, and fetches it. */
  const look = async (match: string): Promise<void> => {
    const asked = performance.now();
    const answer = await fetch(`${service}?latest=1&matchId=${match}`);
    const { id } = (await answer.json()) as { id: string };
    const answered = performance.now();
    answers.push(answered - asked);
    const sent = sentAt.get(match);
    if (sent !== undefined) delays.push(answered - sent);
    await (await fetch(`${service}/image/${id}`)).arrayBuffer();
    pictures.push(performance.now() - answered);
  };

  const looks: Promise<void>[] = [];
  const leave = await Promise.all(
    matches.flatMap((match) =>
      Array.from({ length: VIEWERS }, () =>
        join(server.origin, `snapshot:${match}`, 'changed', () => looks.push(look(match))),
      ),
    ),
  );
  const before = server.memory();
  const memories: number[] = [];
  const began = performance.now();
  await Promise.all(
    matches.map(async (match, index) => {
      const first = began + (index / matches.length) * INTERVAL_MILLIS;
      for (let round = 0; round < (SECONDS * 1000) / INTERVAL_MILLIS; round += 1) {
        await wait(Math.max(0, first + round * INTERVAL_MILLIS - performance.now()));
        const sent = performance.now();
        sentAt.set(match, sent);
        const answer = await fetch(`${service}?matchId=${match}`, {
          method: 'POST',
          headers: { 'x-upload-key': secret },
          body: new Uint8Array(photos[round % photos.length] ?? []),
        });
        if (answer.status !== 201) throw new Error(`${match}: ${answer.status} ${await answer.text()}`);
        acknowledged.push(performance.now() - sent);
        memories.push(server.memory());
      }
    }),
  );
  for (const close of leave) close();
  await Promise.all(looks);
  const half = memories.length >> 1;
  console.log(
    `${TABLES} cameras, a photograph of ${((photos[0]?.length ?? 0) / 1000).toFixed(0)} kB every ` +
      `${INTERVAL_MILLIS / 1000} s for ${SECONDS} s, ${VIEWERS} viewers at each table`,
  );
  console.table({
    'a viewer’s answer, p50, ms': { measured: percentile(answers, 0.5).toFixed(1) },
    'a viewer’s answer, p95, ms': against(percentile(answers, 0.95), GOAL_MILLIS),
    'a viewer’s picture, p95, ms': { measured: percentile(pictures, 0.95).toFixed(1) },
    'upload until acknowledged, p50, ms': { measured: percentile(acknowledged, 0.5).toFixed(1) },
    'upload until acknowledged, p95, ms': { measured: percentile(acknowledged, 0.95).toFixed(1) },
    'upload until a viewer knows, p95, ms': { measured: percentile(delays, 0.95).toFixed(1) },
    'memory before, MB': { measured: before.toFixed(0) },
    'memory, most in the first half, MB': { measured: Math.max(...memories.slice(0, half)).toFixed(0) },
    'memory, most in the second half, MB': { measured: Math.max(...memories.slice(half)).toFixed(0) },
    answers: { measured: String(answers.length) },
  });
} finally {
  await server.stop();
}
