import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MAX_PIXELS } from '../../supabase/functions/snapshot/content.ts';
import { openScoredTable } from '../contract/score-table.ts';
import { grainy } from '../contract/snapshot-pictures.ts';
import { openPicturedVenue, type PicturedVenue } from '../contract/snapshot-venue.ts';
import { startDenoService, type DenoService, type Service } from '../embedded/deno.ts';
import { preparedDatabase } from '../embedded/folders.ts';
import { startSupabaseStandIn, type SupabaseStandIn } from '../embedded/stand-in.ts';

/**
 * What hosted Supabase allows an edge function (https://supabase.com/docs/guides/functions/limits): beyond that, it ends
 * the function in mid-request. The size of bodies is the contracts' (`tests/contract`).
 */
const CPU_MILLIS = 2000;
const MEGABYTES = 256;

/**
 * sharp's time for a picture of 12 megapixels on the processor on which the sizes of docs/run.md were found. A slower
 * processor, as machines vary from day to day, is allowed as much more for everything.
 */
const YARDSTICK_MILLIS = 360;

/** Linux counts in hundredths of a second. */
const TICK_MILLIS = 10;

const isCounted = existsSync('/proc/self/stat');
if (!isCounted) console.log('Skipped: what edge functions take, which only Linux says of a process.');

const { pg, close: closeDatabase } = await preparedDatabase();
let supabase: SupabaseStandIn;
/** The limit on this processor at present. */
let cpuLimit: number;

beforeAll(async () => {
  supabase = await startSupabaseStandIn(pg);
  const yardstick = await ofPixels(12e6).webp({ effort: 1, quality: 50 }).toBuffer();
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    await sharp(yardstick).resize(3840).jpeg().toBuffer();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  cpuLimit = CPU_MILLIS * Math.max(1, Math.min(...times) / YARDSTICK_MILLIS);
  console.log(`${CPU_MILLIS} ms of the processor come to ${Math.round(cpuLimit)} ms of this one`);
});
afterAll(async () => {
  await supabase.close();
  await closeDatabase();
});

const ofPixels = (pixels: number) => grainy(8192, Math.floor(pixels / 8192));

/** Starts a service, whose memory has nothing of earlier tests: WebAssembly gives none back. */
const start = async (service: Service): Promise<DenoService> => {
  const started = await startDenoService(service, {
    SUPABASE_URL: supabase.origin,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.key }),
    ...(service === 'snapshot'
      ? { SITE_URL: supabase.origin }
      : { SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: supabase.publishableKey }) }),
  });
  onTestFinished(started.close);
  return started;
};

const cpuMillis = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The fields after the name, which may have spaces; the times are the 12th and 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLIS;
};

/** The process's private memory, without the pages of Deno's own file. */
const megabytes = (pid: number): number =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Sends a request, and sees what its service takes meanwhile. */
const measure = async (name: string, { pid }: DenoService, send: () => Promise<Response>) => {
  const before = cpuMillis(pid);
  let most = megabytes(pid);
  const watching = setInterval(() => (most = Math.max(most, megabytes(pid))), TICK_MILLIS);
  const answer = await send();
  const body = await answer.text();
  clearInterval(watching);
  const taken = { name, cpu: cpuMillis(pid) - before, megabytes: Math.round(most) };
  expect(answer.status, `${name}: ${body.slice(0, 200)}`).toBeLessThan(300);
  console.log(`${name}: ${taken.cpu} ms of the processor, ${taken.megabytes} MB`);
  expect(taken.cpu, name).toBeLessThan(cpuLimit);
  expect(taken.megabytes, name).toBeLessThan(MEGABYTES);
  return body;
};

describe.skipIf(!isCounted)('an edge function stays within what hosted Supabase allows', () => {
  const upload = async (snapshot: DenoService, { match, key }: PicturedVenue, picture: Buffer) => {
    const uploaded = await measure(`an upload of ${picture.length} bytes`, snapshot, () =>
      fetch(`${snapshot.origin}/snapshot?matchId=${match}`, {
        method: 'POST',
        headers: { 'x-upload-key': key },
        body: new Uint8Array(picture),
      }),
    );
    return (JSON.parse(uploaded) as { id: string }).id;
  };
  const lookAt = async (snapshot: DenoService, id: string) => {
    for (const form of ['image', 'small'])
      await measure(form, snapshot, () => fetch(`${snapshot.origin}/snapshot/${form}/${id}`));
  };

  test('with the largest JPEG, and a drawn picture after it', async () => {
    const snapshot = await start('snapshot');
    const venue = await openPicturedVenue(pg);
    const picture = await ofPixels(MAX_PIXELS).jpeg({ quality: 70 }).toBuffer();
    await lookAt(snapshot, await upload(snapshot, venue, picture));
    await venue.score({ p1: 'ليلى 🎱', p2: 'W'.repeat(60), s1: 3, s2: 5 });
    const latest = await measure('the latest, a board', snapshot, () =>
      fetch(`${snapshot.origin}/snapshot?latest=1&matchId=${venue.match}`),
    );
    expect(JSON.parse(latest)).toMatchObject({ source: 'board' });
    await lookAt(snapshot, (JSON.parse(latest) as { id: string }).id);
  });

  // A JPEG is unpacked at a part of its size; docs/run.md says from where on the others may be too large there.
  test.each(['webp', 'png'] as const)('with a %s of 8 megapixels', async (type) => {
    const snapshot = await start('snapshot');
    const picture = await ofPixels(8e6)
      .blur(type === 'png' ? 40 : false)
      .toFormat(type, { effort: 1, ...(type === 'webp' && { quality: 50 }) })
      .toBuffer();
    await lookAt(snapshot, await upload(snapshot, await openPicturedVenue(pg), picture));
  });

  test('with a long match', async () => {
    const score = await start('score');
    const table = await openScoredTable(pg);
    const key = await table.addKey();
    await table.begin('snooker');
    for (let visit = 0; visit < 500; visit += 1) await table.tap('endVisit', {});
    const state = await measure('the state after 500 visits', score, () =>
      fetch(`${score.origin}/score/v1/state`, { headers: { authorization: `Bearer ${key}` } }),
    );
    expect(state).toContain('"snooker"');
    await measure('a move after them', score, () =>
      fetch(`${score.origin}/score/v1/moves/foul`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
        body: '{"points":4}',
      }),
    );
  });
});
