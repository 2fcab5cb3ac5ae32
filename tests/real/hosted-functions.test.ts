import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { denoEnvironment, denoPath, offline, type Service } from '../embedded/deno.ts';
import { temporaryFolder } from '../embedded/folders.ts';
import { isHere, project, supabaseWith } from './supabase-cli.ts';

/** What the CLI uploads of the edge functions, to a stand-in of Supabase's management API. */

/** Where Supabase makes the bundle, because there is no Docker: https://supabase.com/docs/guides/troubleshooting/edge-function-bundle-size-issues */
const MOST_BYTES = 5_000_000;
const REF = 'abcdefghijklmnopqrst';
/** In the form that the CLI wants. */
const TOKEN = `sbp_${'0'.repeat(40)}`;
const SERVICES: readonly Service[] = ['snapshot', 'score'];

interface Upload {
  readonly bytes: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Starts the API. Each function's upload is noted by its name. */
const startApi = async () => {
  const uploads = new Map<string, Upload>();
  const server = createServer((request, response) => {
    const answer = (body: object): void => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    };
    void (async () => {
      const body = await buffer(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const slug = searchParams.get('slug');
      if (slug === null) {
        const database = { host: 'localhost', version: '17', postgres_engine: '17', release_channel: 'ga' };
        const named = { id: REF, ref: REF, organization_id: '1', organization_slug: '1', name: 'Stand-in' };
        const made = { region: '1', created_at: '2026-01-01', status: 'ACTIVE_HEALTHY', database };
        answer(pathname.endsWith('/functions') ? [] : { ...named, ...made });
        return;
      }
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const sent = (await new Response(new Uint8Array(body), { headers }).formData()).getAll('file');
      const files = new Map<string, Uint8Array>();
      for (const file of sent) if (file instanceof File) files.set(file.name, await file.bytes());
      uploads.set(slug, { bytes: body.length, files });
      response.statusCode = 201;
      const named = { id: slug, slug, name: slug, status: 'ACTIVE', version: 1 };
      answer({
        ...named,
        created_at: 1,
        updated_at: 1,
        verify_jwt: false,
        entrypoint_path: 'index.ts',
        import_map: true,
      });
    })();
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, uploads };
};

test.runIf(isHere)(
  'functions deploy without Docker uploads less than Supabase takes, fonts included, and everything that the functions import',
  async () => {
    const { origin, uploads } = await startApi();
    const folder = project();
    for (const name of ['src', 'i18n']) cpSync(name, join(folder, name), { recursive: true });
    const profile = join(folder, 'profile.yaml');
    const addresses = ['api_url', 'dashboard_url', 'docs_url'].map((name) => `${name}: ${origin}\n`);
    writeFileSync(profile, `name: stand-in\nproject_host: localhost\n${addresses.join('')}`);
    const deploy = ['functions', 'deploy', ...SERVICES, '--use-api', '--yes', `--remote=${REF}`];
    const { code, output } = await supabaseWith(TOKEN, folder, [...deploy, '--profile', profile]);
    expect(code, output).toBe(0);
    expect(output).not.toMatch(/^(?:WARN|Error)/m);

    const fonts = readdirSync('supabase/functions/snapshot/fonts').filter((name) => name.endsWith('.ttf'));
    expect(fonts.length).toBeGreaterThan(0);
    for (const service of SERVICES) {
      const { bytes, files } = uploads.get(service) ?? expect.unreachable(`${service} was not uploaded`);
      console.log(`${service}: ${files.size} files, ${bytes} bytes`);
      expect(bytes).toBeLessThan(MOST_BYTES);
      if (service === 'snapshot')
        expect([...files.keys()]).toEqual(
          expect.arrayContaining(fonts.map((name) => `supabase/functions/snapshot/fonts/${name}`)),
        );
      const whole = temporaryFolder();
      for (const [name, content] of files) {
        mkdirSync(dirname(join(whole, name)), { recursive: true });
        writeFileSync(join(whole, name), content);
      }
      symlinkSync(resolve('node_modules'), join(whole, 'node_modules'));
      const checked = execFileSync(
        denoPath(),
        ['check', ...offline(service), `supabase/functions/${service}/index.ts`],
        { cwd: whole, env: denoEnvironment(temporaryFolder()), stdio: 'pipe', encoding: 'utf8' },
      );
      expect(checked).toBe('');
    }
  },
  120_000,
);
