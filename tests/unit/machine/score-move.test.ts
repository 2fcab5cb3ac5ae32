import { expect, test, vi } from 'vitest';
import { createFairQueue } from '../../../supabase/embedded/http/fair-queue.ts';
import { createScoreHandler, TURNS } from '../../../supabase/functions/score/handler.ts';
import { GAMES } from '../../../src/games/games.ts';
import { FORMATS } from '../match/matches.ts';

/** A machine's move when another scorer appends between its reading the log and appending to it. */

const LINK = '00000000-0000-4000-8000-000000000001';
const NOW = '2026-11-23T20:00:00Z';
const EARLIER = '2026-11-23T19:00:00Z';

type Tapped = readonly [kind: string, body: object];

/** An answer of `open_machine`, with what others tapped an hour ago. */
const opened = (tapped: readonly Tapped[]) => ({
  outcome: 'ok',
  link_id: LINK,
  title: 'Table 1',
  board: { rev: tapped.length, clock: {} },
  log: {
    match: {
      id: 'match',
      table_id: 'table',
      number: 1,
      previous: null,
      game: 'eight-ball',
      rules: 1,
      start: FORMATS['eight-ball'],
      seq: tapped.length,
      started_at: EARLIER,
      ended_at: null,
    },
    entries: tapped.map(([kind, body], index) => ({
      seq: index + 1,
      id: `entry-${index + 1}`,
      kind,
      body,
      at: EARLIER,
      by: null,
    })),
    more: false,
    server_time: NOW,
  },
});

const RACK: Tapped = ['rack', { side: 'A' }];
const FOUL: Tapped = ['foul', { side: 'B' }];

/**
 * Makes a move; each look at the table finds the next of these logs, and only the last one is still so when appended
 * to.
 */
const make = async (move: string, fields: object, logs: readonly (readonly Tapped[])[]) => {
  const looks = [...logs];
  const appended = vi.fn();
  const callAsService = async (name: string, values: Readonly<Record<string, unknown>>): Promise<unknown> => {
    if (name === 'open_machine') return opened(looks.shift() ?? []);
    appended(values['after_seq'], (values['board'] as { rules: number }).rules);
    return looks.length ? { outcome: 'stale' } : { outcome: 'ok', answer: values['answer'] };
  };
  const handle = createScoreHandler({
    database: { call: vi.fn(), callAsService },
    turns: createFairQueue(TURNS),
    now: () => 0,
    report: vi.fn(),
  });
  const answer = await handle(
    new Request(`https://project.test/functions/v1/score/v1/moves/${move}`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'idempotency-key': 'one' },
      body: JSON.stringify(fields),
    }),
    'sender',
  );
  const { reason } = (await answer.json()) as { reason?: string };
  return {
    status: answer.status,
    reason,
    appended: appended.mock.calls.map(([after]) => after as number),
    versions: appended.mock.calls.map(([, version]) => version as number),
  };
};

test('the board comes from the version of the rules that the match began with', async () => {
  expect(GAMES['eight-ball'].version).toBeGreaterThan(1);
  expect((await make('rack', { side: 'A' }, [[]])).versions).toEqual([1]);
});

test('a move is made after what came meanwhile', async () => {
  expect(await make('rack', { side: 'B' }, [[], [FOUL]])).toMatchObject({ status: 200, appended: [0, 1] });
});

test('a move that is about another rack by now isn’t made', async () => {
  expect(await make('rack', { side: 'B' }, [[], [RACK]])).toMatchObject({
    status: 409,
    reason: 'movedOn',
    appended: [0],
  });
});

test('undo takes back the intended action, or nothing', async () => {
  expect(await make('undo', {}, [[FOUL], [FOUL, FOUL]])).toMatchObject({
    status: 409,
    reason: 'movedOn',
    appended: [1],
  });
});

test('if others score without a pause, a machine is asked to retry', async () => {
  const logs = [[], [FOUL], [FOUL, FOUL], [FOUL, FOUL, FOUL]];
  expect(await make('foul', { side: 'A' }, logs)).toMatchObject({ status: 503, appended: [0, 1, 2] });
});
