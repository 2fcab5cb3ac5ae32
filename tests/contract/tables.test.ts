import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Table } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { NOBODY_THERE } from '../common/facts.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `TablesBackend`. */

const HOUR = 3_600_000;
const NOBODYS = '00000000-0000-4000-8000-0000000000ff';

describeVenues('tables', (open) => {
  let venue: Venue;
  beforeEach(async () => {
    venue = await open();
  });

  const list = async (): Promise<readonly Table[]> => (await venue.tables.listTables()).tables;
  const titles = async (): Promise<readonly string[]> => (await list()).map(({ title }) => title);
  const first = async (): Promise<Table> => {
    const [table] = await list();
    return table ?? expect.unreachable('there is no table');
  };

  test('an owner without a table gets one, with a match to score', async () => {
    const { tables, serverMillis } = await venue.tables.listTables();
    expect(tables).toEqual([
      {
        id: expect.any(String) as string,
        token: expect.stringMatching(/^[A-Za-z0-9]{24}$/) as string,
        title: expect.any(String) as string,
        archived: false,
        kind: 'pool',
        facts: NOBODY_THERE,
        board: expect.objectContaining({
          p1: 'PLAYER A',
          p2: 'PLAYER B',
          s1: 0,
          raceTo: 0,
          seq: 0,
        }) as Table['board'],
        match: {
          id: expect.any(String) as string,
          number: 1,
          game: 'plain',
          seq: 0,
          startedAtMillis: expect.any(Number) as number,
          endedAtMillis: null,
        },
        screens: { count: 0, behind: null },
        scorerSeenAtMillis: null,
      },
    ]);
    const [table] = tables;
    expect(table?.board.match).toBe(table?.match.id);
    expect(serverMillis).toBeGreaterThanOrEqual(table?.match.startedAtMillis ?? Infinity);
    expect(await list()).toEqual(tables);
  });

  test('tables are added, renamed and ordered', async () => {
    const { id: one } = await first();
    const longest = 'ط'.repeat(NAME_LIMIT);
    const two = await venue.tables.addTable('<b>Table</b> 🎱');
    const three = await venue.tables.addTable(longest, 'snooker');
    expect((await list()).map(({ kind }) => kind)).toEqual(['pool', 'pool', 'snooker']);
    await venue.tables.renameTable(one, 'Window');
    expect(await titles()).toEqual(['Window', '<b>Table</b> 🎱', longest]);
    await venue.tables.orderTables([three, one, two]);
    expect((await list()).map(({ id }) => id)).toEqual([three, one, two]);
    await venue.tables.orderTables([two]);
    expect((await list()).map(({ id }) => id)).toEqual([two, three, one]);
    expect(new Set((await list()).map(({ token }) => token)).size).toBe(3);
  });

  test('a title that is too long is refused', async () => {
    const { id, title } = await first();
    const tooLong = 'x'.repeat(NAME_LIMIT + 1);
    await venue.tables.addTable('Two');
    expect(await kindOf(venue.tables.addTable(tooLong))).toBe('other');
    expect(await kindOf(venue.tables.renameTable(id, tooLong))).toBe('other');
    expect(await titles()).toEqual([title, 'Two']);
  });

  test('a name that another table in use has is taken', async () => {
    await first();
    const two = await venue.tables.addTable('طاولة ٢');
    expect(await kindOf(venue.tables.addTable('Table 2'))).toBe('taken');
    expect(await kindOf(venue.tables.renameTable(two, 'table 1'))).toBe('taken');
    await venue.tables.archiveTable(two, true);
    await venue.tables.addTable('Table 2');
    expect(await kindOf(venue.tables.archiveTable(two, false))).toBe('taken');
  });

  test('an archived table stays in the list, and comes back', async () => {
    const { id } = await first();
    await venue.tables.archiveTable(id, true);
    expect(await first()).toMatchObject({ id, archived: true });
    await venue.tables.archiveTable(id, false);
    expect(await first()).toMatchObject({ id, archived: false });
  });

  test('a replaced overlay link goes dark at once, and its listeners are told', async () => {
    const { id, token } = await first();
    const listener = {
      joined: vi.fn(),
      changed: vi.fn(),
      branding: vi.fn(),
      seats: vi.fn(),
      rights: vi.fn(),
      gone: vi.fn(),
      lost: vi.fn(),
    };
    onTestFinished(venue.matches.listen(`overlay:${token}`, listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const fresh = await venue.tables.replaceOverlayLink(id);
    expect(fresh).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(await venue.matches.getOverlay(token)).toBeNull();
    await expect.poll(() => listener.gone).toHaveBeenCalledOnce();
    expect(listener.lost).not.toHaveBeenCalled();
    expect(await first()).toMatchObject({ id, token: fresh });
    expect((await venue.matches.getOverlay(fresh))?.topic).toBe(`overlay:${fresh}`);
  });

  test('listening devices learn that the rights to score changed, and nothing else', async () => {
    const { id, token } = await first();
    const links = [
      await venue.tables.addScorerLink(id, 'Yassine', null, { kind: 'scorer' }),
      await venue.tables.addScorerLink(id, '', null, { kind: 'scorer' }),
    ];
    const listener = {
      joined: vi.fn(),
      changed: vi.fn(),
      branding: vi.fn(),
      seats: vi.fn(),
      rights: vi.fn(),
      gone: vi.fn(),
      lost: vi.fn(),
    };
    onTestFinished(venue.matches.listen(`overlay:${token}`, listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const notified = (times: number) => expect.poll(() => listener.rights).toHaveBeenCalledTimes(times);
    for (const [index, link] of links.entries()) {
      await venue.tables.revokeScorerLink(link.id);
      await notified(index + 1);
    }
    await venue.tables.archiveTable(id, true);
    await notified(3);
    await venue.tables.archiveTable(id, false);
    await notified(4);
    for (const other of ['changed', 'branding', 'gone', 'lost'] as const)
      expect(listener[other]).not.toHaveBeenCalled();
  });

  test('once its link was replaced, a table’s id finds the overlay only for its scorers', async () => {
    const { id, token } = await first();
    const { id: link, secret } = await venue.tables.addScorerLink(id, 'Yassine', null, { kind: 'scorer' });
    const [scorer, stranger] = [venue.byLink(secret), venue.byLink(venue.foreign.secret)];
    const topics = async (): Promise<readonly (string | undefined)[]> =>
      Promise.all([venue.matches, scorer, stranger].map(async (one) => (await one.getOverlay(id))?.topic));
    expect(await topics()).toEqual(Array(3).fill(`overlay:${token}`));
    const fresh = `overlay:${await venue.tables.replaceOverlayLink(id)}`;
    expect(await topics()).toEqual([fresh, fresh, undefined]);
    await venue.tables.revokeScorerLink(link);
    expect(await topics()).toEqual([fresh, undefined, undefined]);
  });

  test('screens that ask are counted, with how far the last of them is behind', async () => {
    const { token, board, match } = await first();
    const show = (screen: number, rev: number | null) =>
      venue.matches.getOverlay(token, { screen: `00000000-0000-4000-8000-00000000000${screen}`, rev });
    await show(1, null);
    expect((await first()).screens).toEqual({ count: 1, behind: null });
    await show(1, board.rev);
    expect((await first()).screens).toEqual({ count: 1, behind: 0 });
    await show(2, board.rev - 1);
    await show(2, board.rev - 1);
    await venue.matches.getOverlay(token);
    expect((await first()).screens).toEqual({ count: 2, behind: 1 });
    const started = { id: randomUUID(), kind: 'clock.start', body: {}, agoMillis: 0 };
    // A screen hears of changes between its questions.
    await show(2, board.rev);
    await venue.matches.appendActions(match.id, null, [started], null);
    expect((await first()).screens).toEqual({ count: 2, behind: 0 });
  });

  test('a machine key and a button are listed with their kind', async () => {
    const { id } = await first();
    const button = { kind: 'button', move: 'rack', fields: { side: 'A' } } as const;
    const key = await venue.tables.addScorerLink(id, 'Sensor', null, { kind: 'machine' });
    const { secret } = await venue.tables.addScorerLink(id, '', null, button);
    expect(await venue.tables.listScorerLinks(id)).toMatchObject([button, { kind: 'machine', id: key.id }]);
    expect(await venue.open(key.secret)).toMatchObject({ tableId: id });
    expect(await kindOf(venue.open(secret))).toBe('forbidden');
  });

  test('a scorer link opens its table, is listed without its secret, and is revoked at once', async () => {
    const { id: tableId, token, title, match } = await first();
    const endsAtMillis = Math.ceil(Date.now() / 1000) * 1000 + HOUR;
    const { id, secret } = await venue.tables.addScorerLink(tableId, 'Yassine 🎱 ليلى', endsAtMillis, {
      kind: 'scorer',
    });
    const listed = {
      kind: 'scorer',
      id,
      label: 'Yassine 🎱 ليلى',
      endsAtMillis,
      createdAtMillis: expect.any(Number) as number,
      lastUsedAtMillis: null as number | null,
      revoked: false,
    };
    expect(secret).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(await venue.tables.listScorerLinks(tableId)).toEqual([listed]);
    expect(await venue.open(secret)).toEqual({
      linkId: id,
      tableId,
      token,
      title,
      kind: 'pool',
      match: match.id,
    });
    const [used] = await venue.tables.listScorerLinks(tableId);
    expect(used?.lastUsedAtMillis).toBeGreaterThanOrEqual(used?.createdAtMillis ?? Infinity);
    await venue.tables.revokeScorerLink(id);
    expect(await kindOf(venue.open(secret))).toBe('forbidden');
    expect(await venue.tables.listScorerLinks(tableId)).toEqual([{ ...used, revoked: true }]);
  });

  test('a scorer link is over when its end has come', async () => {
    const { id } = await first();
    const { secret } = await venue.tables.addScorerLink(id, '', Date.now() - HOUR, { kind: 'scorer' });
    expect(await kindOf(venue.open(secret))).toBe('forbidden');
    expect(
      await kindOf(venue.tables.addScorerLink(id, 'x'.repeat(NAME_LIMIT + 1), null, { kind: 'scorer' })),
    ).toBe('other');
  });

  test('a secret that was never issued opens nothing', async () => {
    for (const secret of ['A'.repeat(24), '', 'ليلى'])
      expect(await kindOf(venue.open(secret))).toBe('forbidden');
  });

  test('another owner’s tables are neither seen nor touched', async () => {
    const { id } = await first();
    for (const table of [venue.foreign.id, NOBODYS]) {
      const requests = [
        venue.tables.renameTable(table, 'Mine'),
        venue.tables.archiveTable(table, true),
        venue.tables.orderTables([id, table]),
        venue.tables.replaceOverlayLink(table),
        venue.tables.listScorerLinks(table),
        venue.tables.addScorerLink(table, '', null, { kind: 'scorer' }),
      ];
      expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => 'forbidden'));
    }
    for (const link of [venue.foreign.link, NOBODYS])
      expect(await kindOf(venue.tables.revokeScorerLink(link))).toBe('forbidden');
    expect((await list()).map((table) => table.id)).toEqual([id]);
    expect((await venue.open(venue.foreign.secret)).tableId).toBe(venue.foreign.id);
  });

  test.each([
    ['a signed-out caller has no tables', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    const { id } = await first();
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [
      venue.tables.listTables(),
      venue.tables.addTable('Two'),
      venue.tables.renameTable(id, 'One'),
      venue.tables.orderTables([id]),
      venue.tables.archiveTable(id, true),
      venue.tables.replaceOverlayLink(id),
      venue.tables.listScorerLinks(id),
      venue.tables.addScorerLink(id, '', null, { kind: 'scorer' }),
      venue.tables.revokeScorerLink(id),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => kind));
  });
});
