import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { describeSnapshotService } from '../contract/snapshot-service.ts';
import { photograph } from '../contract/snapshot-pictures.ts';
import { openPicturedVenue } from '../contract/snapshot-venue.ts';
import { denoEnvironment, denoPath, folderOf, offline, startDenoService } from '../embedded/deno.ts';
import { preparedDatabase, temporaryFolder } from '../embedded/folders.ts';
import { startSupabaseStandIn } from '../embedded/stand-in.ts';

const SERVICE = folderOf('snapshot');
/** As browsers reach it: the platform's gateway hands on what follows `/functions/v1`. */
const ADDRESS = 'https://project.test/functions/v1/snapshot';

/** The service in Deno, with its own database and Storage, which close with it. */
const openService = async (settings: Readonly<Record<string, string>> = {}) => {
  const { pg, close: closeDatabase } = await preparedDatabase();
  const supabase = await startSupabaseStandIn(pg);
  const { origin, close: closeService } = await startDenoService('snapshot', {
    SUPABASE_URL: supabase.origin,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.key }),
    SITE_URL: supabase.origin,
    ...settings,
  });
  const close = async (): Promise<void> => {
    await closeService();
    await supabase.close();
    await closeDatabase();
  };
  return { pg, supabase, origin, close };
};

describeSnapshotService('as an edge function', async () => {
  const { pg, supabase, origin, close } = await openService({ SNAPSHOT_ADDRESS: ADDRESS });
  return {
    send: (request) => fetch(new Request(request.url.replace(/^.*?\/functions\/v1(?=\/)/, origin), request)),
    address: ADDRESS,
    site: supabase.origin,
    openVenue: () => openPicturedVenue(pg),
    close,
  };
});

test('no picture is in memory before the one before it is made', async () => {
  const { pg, supabase, origin, close } = await openService();
  onTestFinished(close);
  const { match, key } = await openPicturedVenue(pg);
  const ids: string[] = [];
  for (let number = 0; number < 6; number += 1) {
    const answer = await fetch(`${origin}/snapshot?matchId=${match}`, {
      method: 'POST',
      headers: { 'x-upload-key': key },
      body: new Uint8Array(await photograph(number)),
    });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  const before = supabase.stored.length;
  const answers = await Promise.all(
    ids.map((id) => fetch(`${origin}/snapshot/small/${id}`, { headers: { 'cf-connecting-ip': id } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  const work = supabase.stored
    .slice(before)
    .filter((asked) => /^(?:GET .*\.full|POST .*\.small)\.jpg$/.test(asked))
    .map((asked) => asked.split(' ', 1)[0]);
  expect(work).toEqual(ids.flatMap(() => ['GET', 'POST']));
});

test('the bundle tells times as here, whatever Deno knows of Morocco’s clocks', () => {
  const times = [Date.UTC(2026, 7, 1, 23, 30), Date.UTC(2026, 10, 22, 23, 30)];
  const program = `
      import { when } from './${SERVICE}/drawing/when.ts';
      console.log(JSON.stringify(${JSON.stringify(times)}.map((at) => when(at, 'en'))));`;
  const output = execFileSync(denoPath(), ['eval', ...offline('snapshot'), program], {
    env: denoEnvironment(temporaryFolder()),
    stdio: 'pipe',
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toEqual([
    { date: '2 Aug 2026', time: '00:30' },
    { date: '22 Nov 2026', time: '23:30' },
  ]);
});
