import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { denoEnvironment, denoPath, folderOf, offline } from './deno.ts';
import { temporaryFolder } from './folders.ts';

/** What Supabase's tools make a bundle of, for each edge function. */

const installed = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;

describe.each(['score', 'snapshot'] as const)('%s', (service) => {
  const folder = folderOf(service);

  test('type-checks in Deno', () => {
    const checked = execFileSync(denoPath(), ['check', ...offline(service), `${folder}/index.ts`], {
      env: denoEnvironment(temporaryFolder()),
      stdio: 'pipe',
      encoding: 'utf8',
    });
    expect(checked).toBe('');
  });

  test('has the packages that the rest of the project has', () => {
    const { imports } = JSON.parse(readFileSync(`${folder}/deno.json`, 'utf8')) as {
      imports: Record<string, string>;
    };
    // A package may be named together with one of its files.
    const nameOf = (imported: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? '';
    const exact = Object.keys(imports).map((imported) => {
      const name = nameOf(imported);
      return [imported, `npm:${name}@${installed(name)}${imported.slice(name.length)}`];
    });
    expect(imports).toEqual(Object.fromEntries(exact));
    const resolved = readFileSync(`${folder}/index.ts`, 'utf8').matchAll(/'npm:(@[^@']+)@([^/']+)\//g);
    for (const [, name = '', version] of resolved) expect([name, version]).toEqual([name, installed(name)]);
  });

  test('is configured, with files that exist', () => {
    const sections = readFileSync('supabase/config.toml', 'utf8').split(/^(?=\[)/m);
    const section = sections.find((text) => text.startsWith(`[functions.${service}]`)) ?? '';
    const paths = [...section.matchAll(/"(\.\/[^"*]+)/g)].map(([, path = '']) => join('supabase', path));
    expect(paths.length).toBeGreaterThan(1);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    expect(section).toContain('verify_jwt = false');
  });
});
