import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denoEnvironment, denoPath, OFFLINE, startDenoService, type DenoService } from './deno.ts';
import { preparedDatabase, temporaryFolder } from './folders.ts';
import { startSupabaseStandIn, type SupabaseStandIn } from './stand-in.ts';

const PAGE =
  '<!doctype html><html><head><meta charset="utf-8"><title>Snapshot</title></head><body></body></html>';
const KEY = 'a-camera-of-this-venue-24';
const SERVICE = 'supabase/functions/snapshot';

let pg: PGlite;
let supabase: SupabaseStandIn;
let service: DenoService;

beforeAll(async () => {
  pg = preparedDatabase();
  await pg.query(
    `select public.import_snapshot('demo-b1', $1, 'image/jpeg', now() - interval '40 days', $2)`,
    ['x'.repeat(22), KEY],
  );
  supabase = await startSupabaseStandIn(pg, new Map([['/s/gd/', PAGE]]));
  service = await startDenoService({
    SUPABASE_URL: supabase.origin,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.key }),
    SITE_URL: supabase.origin,
  });
});

afterAll(async () => {
  await service.close();
  await supabase.close();
  await pg.close();
});

const call = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(`${service.origin}/snapshot${path}`, init);

const upload = (body: Buffer): Promise<Response> =>
  call('?matchId=demo-b1', { method: 'POST', headers: { 'x-upload-key': KEY }, body: new Uint8Array(body) });

const picture = (width: number, height: number, grey: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer();

test('a photograph of a phone is kept upright, without metadata and no larger than anybody needs', async () => {
  const photograph = await sharp(await picture(4000, 3000, 100))
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody' } } })
    .jpeg()
    .toBuffer();
  const answer = await upload(photograph);
  expect({ status: answer.status, output: service.output() }).toMatchObject({ status: 201 });
  const { id } = (await answer.json()) as { id: string };
  const kept = await call(`/image/${id}`);
  const metadata = await sharp(Buffer.from(await kept.arrayBuffer())).metadata();
  expect(metadata.width).toBeLessThan(metadata.height);
  expect(metadata.height).toBeLessThanOrEqual(3840);
  expect({ ...metadata }).not.toHaveProperty('exif');
  expect(metadata.orientation).toBeUndefined();
  expect(supabase.files?.get(`${id}.full.jpg`)?.length).toBe(Number(kept.headers.get('content-length')));
});

test('Storage that is out of order is an error of ours, and the picture is sent again', async () => {
  const sent = await picture(640, 360, 10);
  supabase.failStorage(1);
  expect((await upload(sent)).status).toBe(500);
  expect((await upload(sent)).status).toBe(201);
});

describe('the bundle', () => {
  test('type-checks in Deno', () => {
    const checked = execFileSync(denoPath(), ['check', ...OFFLINE, `${SERVICE}/index.ts`], {
      env: denoEnvironment(temporaryFolder()),
      stdio: 'pipe',
      encoding: 'utf8',
    });
    expect(checked).toBe('');
  });

  test('has the packages that the rest of the project has', () => {
    const { imports } = JSON.parse(readFileSync(`${SERVICE}/deno.json`, 'utf8')) as {
      imports: Record<string, string>;
    };
    const installed = (name: string): string =>
      (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
    const exact = Object.keys(imports).map((name) => [name, `npm:${name}@${installed(name)}`]);
    expect(imports).toEqual(Object.fromEntries(exact));
    const resolved = readFileSync(`${SERVICE}/index.ts`, 'utf8').matchAll(/'npm:(@[^@']+)@([^/']+)\//g);
    const found = [...resolved].map(([, name = '', version]) => [name, version]);
    expect(found).toEqual(found.map(([name = '']) => [name, installed(name)]));
    expect(found).toHaveLength(2);
  });

  test('names files that exist', () => {
    const config = readFileSync('supabase/config.toml', 'utf8');
    const section = config.slice(config.indexOf('[functions.snapshot]'));
    const paths = [...section.matchAll(/"(\.\/[^"*]+)/g)].map(([, path = '']) => join('supabase', path));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(section).toContain('verify_jwt = false');
  });
});
