import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackendError } from '../../src/core/failure.ts';
import { startEmbedded, type Embedded } from './embedded.ts';

/** What stores may expect of `AccountBackend`. */

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded();
  const { email, password } = await embedded.addOwner();
  await embedded.auth.signIn(email, password);
});
afterAll(() => embedded.close());

const exported = async (): Promise<string> => {
  let text = '';
  let after: string | null = null;
  do {
    const page = await embedded.account.exportPage(after);
    text += page.lines;
    after = page.next;
  } while (after !== null);
  return text;
};

test('an erased player is in no line, and stays erased when matches are folded again', async () => {
  const { account, matches, results, server, tables } = embedded;
  const [table] = (await tables.listTables()).tables;
  if (!table) return expect.unreachable('there is no table');
  const match = randomUUID();
  const start = {
    p1: 'Zineb "Z"',
    p2: 'Mehdi',
    raceTo: 2,
    breaks: 'winner',
    first: 'A',
    extensions: 1,
    balls: 'redsAndYellows',
  };
  const board = {
    p1: 'Zineb "Z"',
    p2: 'Mehdi',
    s1: 1,
    s2: 0,
    raceTo: 2,
    rules: 1,
    detail: null,
    result: null,
  };
  const begun = { tableId: table.id, expected: table.match.id, match, game: 'eight-ball', rules: 1, start };
  await matches.beginMatch({ ...begun, board, agoMillis: 0 });
  const action = (kind: string, body: object) => ({
    id: randomUUID(),
    kind,
    body: { ...body },
    agoMillis: 0,
  });
  await matches.appendActions(
    match,
    0,
    [
      action('rack', { side: 'A', how: 'runOut' }),
      action('set', { changes: { p2: { from: 'Mehdi', to: ' zineb "z" ' } } }),
      action('set', { changes: { p2: { from: ' zineb "z" ', to: 'Mehdi' } } }),
    ],
    board,
  );
  await results.foldDue();
  expect(await exported()).toContain(String.raw`"Zineb \"Z\""`);

  expect(await account.erasePlayer('ZINEB "Y"', null)).toEqual({ after: null, found: false });
  expect(await account.erasePlayer('ZINEB "Z"', null)).toEqual({ after: null, found: true });
  const text = await exported();
  expect(text.toLowerCase()).not.toContain('zineb');
  await server.pg.query('update public.matches set folded_seq = null');
  await results.foldDue();
  const folded = await exported();
  expect(folded.toLowerCase()).not.toContain('zineb');
  expect(folded).toMatch(/"p1": "(PLAYER A)?", "p2": "Mehdi", "s1": 1, "s2": 0/);
  const lines = folded
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.filter(({ type }) => type === 'result')).toMatchObject([{ match, p2: 'Mehdi', s1: 1, s2: 0 }]);
});

test('an empty name is refused', async () => {
  const failed = await embedded.account.erasePlayer('  ', null).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(BackendError);
});
