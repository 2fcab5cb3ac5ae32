import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The hook that whoever wants it turns on, in a repository of its own. */

test('a commit is refused for what the quick check finds, and made without it', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-hook-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const part of ['.githooks', 'scripts', 'package.json', '.prettierrc.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  // A commit that runs these tests hands its own repository on.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  const commit = () => {
    git('add', 'notes.md');
    const { status, stdout, stderr } = spawnSync('git', ['commit', '-qm', 'Note'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  git('init', '-q');
  for (const [name, value] of [
    ['user.name', 'Somebody'],
    ['user.email', 'somebody@example.test'],
    ['core.hooksPath', '.githooks'],
  ] as const) {
    git('config', name, value);
  }
  git('commit', '-q', '--allow-empty', '--no-verify', '-m', 'Begin');

  writeFileSync(join(folder, 'notes.md'), '*  a   list\n');
  writeFileSync(join(folder, 'photo.raw'), 'unseen');
  git('add', 'photo.raw');
  const refused = commit();
  expect(refused.status).not.toBe(0);
  expect(refused.output).toContain('Failed: formatting of 1 files');
  expect(refused.output).toContain('Not looked at: photo.raw');

  writeFileSync(join(folder, 'notes.md'), '- a list\n');
  const made = commit();
  expect(made.output).toContain('2 changed files: 1 checks passed.');
  expect(made.status).toBe(0);
});
