import { execFile, type ExecFileOptions } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../embedded/folders.ts';

/** Supabase's CLI in the version that the documents name. */

const LINE = /npx supabase@(?<version>\S+) (?<args>[^`\n]+)/g;

/** Each command that a document names. */
export const documented = [...globSync('docs/*.md'), 'README.md', 'CONTRIBUTING.md'].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(LINE)].map(({ groups: { version = '', args = '' } = {} }) => ({
    file,
    version,
    line: args.trim(),
    args: args.trim().replaceAll('<ref>', 'abcdefghijklmnopqrst').split(/\s+/),
  })),
);
export const VERSION = documented[0]?.version ?? '';

/** A folder with this project's files for the CLI, which writes beside them. */
export const project = (): string => {
  const folder = temporaryFolder();
  const names = ['config.toml', 'functions', 'migrations', 'schemas', 'seed.sql', 'templates', 'tests'];
  for (const name of names)
    cpSync(join('supabase', name), join(folder, 'supabase', name), { recursive: true });
  return folder;
};

interface Ended {
  readonly code: number;
  /** What it printed, in either stream. */
  readonly output: string;
}

/** Runs a program of the system. */
const run = (command: string, args: readonly string[], options: ExecFileOptions) =>
  new Promise<Ended>((resolve) => {
    execFile(command, args, { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

const { PATH, HOME } = process.env;
/** The program, which npm keeps once it was asked for. Empty if npm can't get it. */
const program = (
  await run('npx', ['--yes', `--package=supabase@${VERSION}`, '--', 'which', 'supabase'], { cwd: tmpdir() })
).output.trim();

export const isHere = existsSync(program);

/** Runs it in a folder, with a token if one is named. */
export const supabaseWith = (
  token: string | undefined,
  folder: string,
  args: readonly string[],
): Promise<Ended> => {
  const env = {
    PATH,
    HOME,
    SUPABASE_TELEMETRY_DISABLED: '1',
    ...(token && { SUPABASE_ACCESS_TOKEN: token }),
  };
  return run(program, args, { cwd: folder, env });
};

/** Runs it in a folder, without an account. */
export const supabase = (folder: string, ...args: readonly string[]): Promise<Ended> =>
  supabaseWith(undefined, folder, args);
