import { expect, test } from 'vitest';
import type { AccountBackend } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { createAccountFile } from '../../../src/features/settings/account-file.ts';

const PAGES: Readonly<Record<string, { readonly lines: string; readonly next: string | null }>> = {
  null: { lines: '{"format":"cueboard"}\n{}\n', next: 'matches' },
  matches: { lines: '', next: 'results' },
  results: { lines: '{}\n', next: null },
};

/** An account, and a file that records its use. */
const world = (exportPage: AccountBackend['exportPage'], declines = false) => {
  const file: string[] = [];
  const accountFile = createAccountFile(
    {
      now: () => Date.UTC(2026, 10, 23),
      account: () => ({
        exportPage,
        listOtherNames: () => expect.unreachable('no other names are asked for'),
        erasePlayer: () => expect.unreachable('nobody is erased'),
      }),
      beginFile: async (name, type) => {
        if (declines) return null;
        file.push(`${name} ${type}`);
        return {
          write: async (text) => void file.push(text),
          close: async () => void file.push('closed'),
          abort: async () => void file.push('aborted'),
        };
      },
    },
    ({ kind }) => kind === 'sessionExpired',
  );
  return { file, accountFile, state: () => accountFile.$export.get() };
};

const pageAt = async (after: string | null) => PAGES[String(after)] ?? expect.unreachable('no such page');

test('an account is written page by page', async () => {
  const { accountFile, file, state } = world(pageAt);
  await accountFile.start();
  expect(file).toEqual([
    'cueboard-2026-11-23.jsonl application/jsonl',
    '{"format":"cueboard"}\n{}\n',
    '',
    '{}\n',
    'closed',
  ]);
  expect(state()).toEqual({ status: 'done' });
});

test('a stopped export leaves no file, and another can start', async () => {
  const { accountFile, file, state } = world(async (after) => {
    if (after === 'matches') accountFile.stop();
    return pageAt(after);
  });
  await accountFile.start();
  expect([file.at(-1), state()]).toEqual(['aborted', { status: 'idle' }]);
});

test('nothing is fetched until a file is chosen', async () => {
  const { accountFile, file, state } = world(() => expect.unreachable('a page is asked for'), true);
  await accountFile.start();
  expect([file, state()]).toEqual([[], { status: 'idle' }]);
});

test.each([
  ['offline', { status: 'failed', failure: { kind: 'offline' } }],
  ['sessionExpired', { status: 'idle' }],
] as const)('an export that fails (%s) leaves no file', async (kind, ended) => {
  const { accountFile, file, state } = world(async (after) => {
    if (after !== null) throw new BackendError({ kind });
    return pageAt(after);
  });
  await accountFile.start();
  expect([file.at(-1), state()]).toEqual(['aborted', ended]);
});
