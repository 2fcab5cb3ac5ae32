import { execFile, type ExecFileOptions } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { connect } from '../../supabase/embedded/data/database.ts';
import { temporaryFolder } from '../embedded/folders.ts';

/** Supabase's CLI in the version that the documents name, as far as it goes without an account or Docker. */

const LINE = /npx supabase@(?<version>\S+) (?<args>[^`\n]+)/g;

const documented = [...globSync('docs/*.md'), 'README.md', 'CONTRIBUTING.md'].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(LINE)].map(({ groups: { version = '', args = '' } = {} }) => ({
    file,
    version,
    line: args.trim(),
    args: args.trim().replaceAll('<ref>', 'abcdefghijklmnopqrst').split(/\s+/),
  })),
);
const VERSION = documented[0]?.version ?? '';

/** A folder with this project's files for the CLI, which writes beside them. */
const project = (): string => {
  const folder = temporaryFolder();
  const names = ['config.toml', 'functions', 'migrations', 'schemas', 'seed.sql', 'templates', 'tests'];
  for (const name of names)
    cpSync(join('supabase', name), join(folder, 'supabase', name), { recursive: true });
  return folder;
};

/** Runs a program of the system. Answers what it prints, in either stream. */
const run = (command: string, args: readonly string[], options: ExecFileOptions) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    execFile(command, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const { PATH, HOME } = process.env;
/** The program, which npm keeps once it was asked for. Empty if npm can't get it. */
const program = (
  await run('npx', ['--yes', `--package=supabase@${VERSION}`, '--', 'which', 'supabase'], { cwd: tmpdir() })
).output.trim();
const isHere = existsSync(program);

const supabase = (folder: string, ...args: readonly string[]) =>
  run(program, args, { cwd: folder, env: { PATH, HOME, SUPABASE_TELEMETRY_DISABLED: '1' } });

/** Where it ends without an account, or without Docker. */
const WITHOUT_ACCOUNT =
  /^(Access token not provided|Cannot find project ref\. Have you run supabase link\?|Target: local stack)/;

test('the documents name one version', () => {
  expect(documented.length).toBeGreaterThan(5);
  expect(documented.filter(({ version }) => version !== VERSION)).toEqual([]);
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
});

describe.runIf(isHere)('the documented commands of Supabase’s CLI', () => {
  test.each(documented)(
    'supabase $line of $file is known, and nothing in it or the settings is deprecated',
    async ({ args }) => {
      const { output } = await supabase(project(), ...args);
      expect(output).toMatch(WITHOUT_ACCOUNT);
      expect(output).not.toMatch(/deprecated|WARN|no longer/i);
    },
  );

  test('an option that doesn’t exist would be seen', async () => {
    expect((await supabase(project(), 'db', 'push', '--remot')).output).not.toMatch(WITHOUT_ACCOUNT);
  });
});

test.runIf(isHere)(
  'db push brings a database that has Supabase’s roles and schemas to the newest version',
  async () => {
    // A path too long for a socket makes PostgreSQL listen on a port, as the CLI needs.
    const outer = join(temporaryFolder(), 'x'.repeat(100));
    mkdirSync(outer);
    const { pg, address, close } = await connect(join(outer, 'postgres'));
    onTestFinished(async () => {
      await close();
      rmSync(outer, { recursive: true });
    });
    await prepareAuth(pg);
    await pg.query(readFileSync('supabase/embedded/data/platform.sql', 'utf8'));
    const remote = `--remote=postgresql://postgres:${encodeURIComponent(address.password ?? '')}@127.0.0.1:${address.port}/postgres?sslmode=disable`;
    const folder = project();
    const { code, output } = await supabase(folder, 'db', 'push', '--yes', remote);
    expect(code, output).toBe(0);
    const versions = readdirSync('supabase/migrations').map((name) => name.split('_', 1)[0]);
    const { rows } = await pg.query('select version from supabase_migrations.schema_migrations order by 1');
    expect(rows).toEqual(versions.map((version) => ({ version })));
    const again = await supabase(folder, 'db', 'push', '--dry-run', '--yes', remote);
    expect(again.output).toContain('Remote database is up to date');
  },
  120_000,
);
