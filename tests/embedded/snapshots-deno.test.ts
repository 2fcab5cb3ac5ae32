import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeSnapshotService } from '../contract/snapshot-service.ts';
import { openPicturedVenue } from '../contract/snapshot-venue.ts';
import { denoEnvironment, denoPath, OFFLINE, startDenoService } from './deno.ts';
import { preparedDatabase, temporaryFolder } from './folders.ts';
import { startSupabaseStandIn } from './stand-in.ts';

const SERVICE = 'supabase/functions/snapshot';
/** As browsers reach it: the platform's gateway hands on what follows `/functions/v1`. */
const ADDRESS = 'https://project.test/functions/v1/snapshot';

describeSnapshotService('as an edge function', async () => {
  const pg = preparedDatabase();
  const supabase = await startSupabaseStandIn(pg);
  const service = await startDenoService({
    SUPABASE_URL: supabase.origin,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.key }),
    SITE_URL: supabase.origin,
    SNAPSHOT_ADDRESS: ADDRESS,
  });
  return {
    send: (request) =>
      fetch(new Request(request.url.replace(/^.*?\/functions\/v1(?=\/)/, service.origin), request)),
    address: ADDRESS,
    site: supabase.origin,
    openVenue: () => openPicturedVenue(pg),
    close: async () => {
      await service.close();
      await supabase.close();
      await pg.close();
    },
  };
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
