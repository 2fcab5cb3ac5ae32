import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { caller, openVenue } from '../common/wire-scorer.ts';
import { installation } from './folders.ts';

/** Scorers of tonight can't change old matches: through a log, a result could be rewritten or deleted. */

interface Log {
  readonly match: { readonly previous: string | null; readonly seq: number };
  readonly entries: readonly { readonly id: string; readonly kind: string }[];
}

const open = async () => {
  const server = await startServer({ folder: installation(), port: 0, mail: () => undefined });
  onTestFinished(() => server.close());
  const venue = await openVenue(server.origin, await server.auth.addOwner('owner@example.test'));
  const [table] = await venue.tables();
  if (!table) return expect.unreachable('there is no table');

  const letIn = async (role: 'admin' | 'service' | 'remote') => {
    const secret = randomUUID().replaceAll('-', '');
    const anonymous = caller(server.origin);
    const { code } = (await anonymous('/rest/v1/rpc/begin_pairing', { secret, kind: 'device' })) as {
      code: string;
    };
    const table_id = role === 'remote' ? table.id : null;
    await venue.call('let_in_device', { code, title: role, role, table_id });
    const post = caller(server.origin, undefined, secret);
    return (name: string, body: object): Promise<unknown> => post(`/rest/v1/rpc/${name}`, body);
  };

  /** Two matches of 40 days ago, folded; the second one is still the table's current match. */
  const playLongAgo = async (): Promise<string> => {
    const old = await venue.begin(table, 'snooker');
    await old.act('pot', { balls: ['red'] });
    await venue.begin({ id: table.id, match: { id: old.id } }, 'snooker');
    await fold();
    await server.pg.query(
      `update public.matches set left_at = left_at - interval '40 days', stored_at = stored_at - interval '40 days',
         folded_left_at = folded_left_at - interval '40 days' where id = $1`,
      [old.id],
    );
    return old.id;
  };

  const fold = async (): Promise<void> => {
    const post = caller(server.origin, venue.token);
    while (((await post('/functions/v1/score/fold', {})) as { folded: number }).folded > 0);
  };

  const results = async (): Promise<unknown[]> =>
    (await server.pg.query<object>('select match_id, p1, s1, rev from public.results order by match_id'))
      .rows;

  return { server, venue, table, letIn, playLongAgo, fold, results };
};

type Call = (name: string, body: object) => Promise<unknown>;

/** Takes back everything in a match's log, and its beginning; gives how many of the ways were open. */
const undoAll = async (call: Call, table: string, match: string): Promise<number> => {
  let opened = 0;
  const attempt = async <Answer>(name: string, body: object): Promise<Answer | undefined> => {
    try {
      const answer = (await call(name, body)) as Answer;
      opened += 1;
      return answer;
    } catch (error) {
      expect(String(error)).toContain('this table is not yours');
      return undefined;
    }
  };
  const log = await attempt<Log>('get_log', { match });
  const undo = log?.entries.map(({ id }) => ({ id: randomUUID(), kind: 'undo', body: { t: id }, ago: 0 }));
  await attempt('append_actions', { match, after_seq: log?.match.seq ?? 1, actions: undo ?? [] });
  await attempt('resume_match', { table_id: table, expected: randomUUID(), match });
  return opened;
};

test.each(['service', 'remote'] as const)(
  'a device let in as %s deletes no result of long ago',
  async (role) => {
    const { venue, table, letIn, playLongAgo, fold, results } = await open();
    const old = await playLongAgo();
    const before = await results();
    expect(before).toHaveLength(1);

    const call = await letIn(role);
    const current = (await venue.tables())[0]?.match.id;
    const { match } = (await call('get_log', { match: current })) as Log;
    expect(match.previous).toBeNull();
    // It may know the id from somewhere else.
    expect(await undoAll(call, table.id, old)).toBe(0);
    await fold();
    expect(await results()).toEqual(before);

    // The way there is: an Admin takes the only action back, and nothing is left of the result.
    expect(await undoAll(await letIn('admin'), table.id, old)).toBe(3);
    await fold();
    expect(await results()).toEqual([]);
  },
);
