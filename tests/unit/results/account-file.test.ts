import { expect, test } from 'vitest';
import type { AccountBackend } from '../../../src/backend/contract.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { createAccountFile } from '../../../src/features/players/account-file.ts';

const PAGES: Readonly<Record<string, { readonly lines: string; readonly next: string | null }>> = {
  null: { lines: '{"format":"cueboard"}\n{}\n', next: 'matches' },
  matches: { lines: '', next: 'results' },
  results: { lines: '{}\n', next: null },
};

/** An account, and a file that records its use. */
const world = (
  exportPage: AccountBackend['exportPage'],
  declines = false,
  isSignedIn = true,
  /** The calls that find the name which is erased. */
  found: readonly number[] = [],
) => {
  const file: string[] = [];
  const erased: unknown[] = [];
  const accountFile = createAccountFile(
    {
      now: () => Date.UTC(2026, 10, 23),
      account: () => ({
        exportPage,
        listOtherNames: async (name) => {
          if (!isSignedIn) throw new BackendError({ kind: 'sessionExpired' });
          return [`${name} 2`];
        },
        erasePlayer: async (name, after) => {
          if (!isSignedIn) throw new BackendError({ kind: 'sessionExpired' });
          erased.push([name, after]);
          return {
            after: erased.length < 3 ? `match ${erased.length}` : null,
            found: found.includes(erased.length),
          };
        },
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
    () => void erased.push('shown'),
  );
  return { file, erased, accountFile, state: () => accountFile.$export.get() };
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

test.each([
  ['the first call finds', [1], true],
  ['the last call finds', [3], true],
  ['no call finds', [], false],
] as const)('a player, whom %s, is erased by as many calls as it takes', async (_, calls, found) => {
  const { accountFile, erased } = world(pageAt, false, true, calls);
  expect(await accountFile.erase('Zineb')).toEqual({ found });
  expect(erased).toEqual([['Zineb', null], ['Zineb', 'match 1'], ['Zineb', 'match 2'], 'shown']);
});

test('the other names of a player are listed, or the failure', async () => {
  expect(await world(pageAt).accountFile.othersOf('Zineb')).toEqual({ names: ['Zineb 2'] });
  expect(await world(pageAt, false, false).accountFile.othersOf('Zineb')).toEqual({ kind: 'sessionExpired' });
});

test('no erasure is reported when the session has ended', async () => {
  const { accountFile } = world(pageAt, false, false);
  expect(await accountFile.erase('Zineb')).toEqual({ kind: 'sessionExpired' });
});
