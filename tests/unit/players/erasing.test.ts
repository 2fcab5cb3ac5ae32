import { expect, test } from 'vitest';
import { BackendError } from '../../../src/core/failure.ts';
import { createErasing } from '../../../src/features/players/erasing.ts';

/** An account in which the calls by these numbers find the name that is erased. */
const world = (isSignedIn = true, found: readonly number[] = []) => {
  const erased: unknown[] = [];
  const erasing = createErasing(
    {
      account: () => ({
        exportPage: () => expect.unreachable('no page is asked for'),
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
    },
    ({ kind }) => kind === 'sessionExpired',
    () => void erased.push('shown'),
  );
  return { erased, erasing };
};

test.each([
  ['the first call finds', [1], true],
  ['the last call finds', [3], true],
  ['no call finds', [], false],
] as const)('a player, whom %s, is erased by as many calls as it takes', async (_, calls, found) => {
  const { erasing, erased } = world(true, calls);
  expect(await erasing.erase('Zineb')).toEqual({ found });
  expect(erased).toEqual([['Zineb', null], ['Zineb', 'match 1'], ['Zineb', 'match 2'], 'shown']);
});

test('the other names of a player are listed, or the failure', async () => {
  expect(await world().erasing.othersOf('Zineb')).toEqual({ names: ['Zineb 2'] });
  expect(await world(false).erasing.othersOf('Zineb')).toEqual({ kind: 'sessionExpired' });
});

test('no erasure is reported when the session has ended', async () => {
  const { erasing } = world(false);
  expect(await erasing.erase('Zineb')).toEqual({ kind: 'sessionExpired' });
});
