import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test } from 'vitest';
import { SCORE_PATH } from '../../supabase/embedded/rest/score.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { describeScoreService } from '../contract/score-service.ts';
import { openScoredTable } from '../contract/score-table.ts';
import { sharedInstallation } from './folders.ts';

/** The score service of the embedded server, on its real database and over HTTP. */

describeScoreService('of the embedded server', async () => {
  const folder = sharedInstallation();
  const server = await startServer({ folder, port: 0 });
  return {
    address: server.origin + SCORE_PATH,
    send: fetch,
    openTable: () => openScoredTable(server.pg),
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
});

test('the commands in the documents do what the documents say', async () => {
  const folder = sharedInstallation();
  const server = await startServer({ folder, port: 0 });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const table = await openScoredTable(server.pg);
  const SERVICE = server.origin + SCORE_PATH;
  const env = {
    PATH: process.env['PATH'] ?? '',
    SERVICE,
    KEY: await table.addKey(),
    BUTTON: `${SERVICE}/press/${await table.addButton('point', { side: 'B' })}`,
  };
  const text = readFileSync('docs/machines.md', 'utf8');
  const said: string[] = [];
  for (const [, lines = ''] of text.matchAll(/^```sh\n(.*?)^```$/gms))
    said.push((await promisify(execFile)('sh', ['-c', lines], { env })).stdout);
  const [state = '', unchanged, point = '', set = '', press = '', description = ''] = said;
  expect(JSON.parse(state)).toMatchObject({ table: 'Table 1', scores: [0, 0] });
  expect(unchanged).toBe('304\n');
  expect(JSON.parse(point)).toMatchObject({ scores: [1, 0] });
  expect(JSON.parse(set)).toMatchObject({ players: ['Salma', 'Mehdi'], scores: [0, 0] });
  expect(JSON.parse(press)).toMatchObject({ scores: [0, 1], repeated: false });
  // The answers match the description.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(description) as object, 'api');
  for (const [name, answer] of Object.entries({ State: state, Move: point, Press: press }))
    expect([name, ajv.validate(`api#/components/schemas/${name}`, JSON.parse(answer)), ajv.errors]).toEqual([
      name,
      true,
      null,
    ]);
});

test('a key that reached its storage limit for a day gets the time to wait', async () => {
  const folder = sharedInstallation();
  const server = await startServer({ folder, port: 0 });
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const table = await openScoredTable(server.pg);
  const service = server.origin + SCORE_PATH;
  const key = await table.addKey();
  const button = await table.addButton('point', { side: 'B' });
  const move = (id: string) =>
    fetch(`${service}/v1/moves/point`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': id },
      body: '{"side": "A"}',
    });
  const press = () => fetch(`${service}/press/${button}`);
  expect([(await move('one')).status, (await press()).status]).toEqual([200, 200]);
  // As if 25,000 moves had been stored an hour ago.
  await server.pg.query(
    `update public.log_uses set bytes = 8388600, since = clock_timestamp() - interval '1 hour'`,
  );
  await server.pg.query(`update public.machine_uses set since = since - interval '1 minute'`);
  // Not the button's last press, which counts for 700 ms.
  await server.pg.query(`update public.matches set stored_at = stored_at - interval '1 second'`);
  for (const answer of [await move('two'), await press()]) {
    expect([answer.status, Math.ceil(Number(answer.headers.get('retry-after')) / 60)]).toEqual([
      429,
      23 * 60,
    ]);
    expect(await answer.json()).toMatchObject({
      detail: 'This key stored as much as it may in a day: Retry-After says when it can go on.',
    });
  }
  expect((await move('one')).status).toBe(200);
});
