import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TelevisionSetting } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { isCode } from '../../src/core/devices/code.ts';
import { alwaysShowing } from '../../src/core/television/programme.ts';
import { NOBODY_THERE } from '../common/facts.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `TelevisionBackend` and `TelevisionsBackend`. */

const NOBODYS = '00000000-0000-4000-8000-0000000000ff';

describeVenues('televisions', (open) => {
  let venue: Venue;
  let tableId: string;
  beforeEach(async () => {
    venue = await open();
    tableId = (await venue.tables.listTables()).tables[0]?.id ?? '';
  });

  const newSecret = (): string => randomBytes(24).toString('hex');

  const codeOf = async (secret: string): Promise<string> => {
    const answer = await venue.television.beginPairing(secret);
    return answer.status === 'waiting' ? answer.code : expect.unreachable(answer.status);
  };

  const setting = (changes: Partial<TelevisionSetting> = {}): TelevisionSetting => ({
    title: 'التلفاز <b>1</b> 📺',
    tableId: null,
    query: '?theme=light&design=slate',
    programme: alwaysShowing('tables'),
    ...changes,
  });

  /** That it always shows the one table. */
  const one = () => setting({ tableId, programme: alwaysShowing('table') });

  const list = async () => (await venue.televisions.listTelevisions()).televisions;

  test('a screen waits with a code, and is paired by it', async () => {
    const secret = newSecret();
    expect(await venue.television.askTelevision(secret)).toMatchObject({ status: 'unknown' });
    const begun = await venue.television.beginPairing(secret);
    expect(begun).toEqual({
      status: 'waiting',
      serverMillis: expect.any(Number) as number,
      code: expect.toSatisfy(isCode) as string,
      expiresInMillis: expect.toSatisfy((millis) => millis > 590_000 && millis <= 600_000) as number,
      topic: expect.stringMatching(/^paired:[0-9a-f-]{36}$/) as string,
    });
    const asked = await venue.television.askTelevision(secret);
    expect(asked).toMatchObject({ status: 'waiting', code: await codeOf(secret) });

    expect(await venue.televisions.pairTelevision(await codeOf(secret), one())).toBe('paired');
    const [table] = (await venue.tables.listTables()).tables;
    expect(await venue.television.askTelevision(secret)).toEqual({
      status: 'paired',
      serverMillis: expect.any(Number) as number,
      topic: begun.status === 'waiting' ? begun.topic : '',
      room: expect.stringMatching(/^room:[A-Za-z0-9]{24}$/) as string,
      assignment: {
        query: '?theme=light&design=slate',
        tables: [
          {
            id: tableId,
            token: table?.token,
            title: table?.title,
            matchId: expect.stringMatching(/^\w+-b1$/) as string,
          },
        ],
        programme: expect.objectContaining({ turns: ['table'], tableId, venue: '' }) as object,
      },
    });
    expect(await venue.television.beginPairing(secret)).toMatchObject({ status: 'paired' });
    expect(await list()).toEqual([
      {
        id: expect.any(String) as string,
        ...one(),
        pairedAtMillis: expect.any(Number) as number,
        seenAtMillis: expect.any(Number) as number,
      },
    ]);
  });

  test('it is changed and unpaired, and notified each time', async () => {
    const secret = newSecret();
    const begun = await venue.television.beginPairing(secret);
    const listener = { joined: vi.fn(), changed: vi.fn(), lost: vi.fn() };
    const topic = begun.status === 'waiting' ? begun.topic : '';
    onTestFinished(venue.television.listenTelevision([topic], listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const notified = async (times: number) =>
      expect.poll(() => listener.changed).toHaveBeenCalledTimes(times);

    await venue.televisions.pairTelevision(await codeOf(secret), one());
    await notified(1);
    const [shown] = await list();
    const two = await venue.tables.addTable('Two');
    await venue.televisions.updateTelevision(shown?.id ?? '', setting({ title: 'Bar' }));
    const showing = async () => {
      const answer = await venue.television.askTelevision(secret);
      return answer.status === 'paired' ? answer.assignment : expect.unreachable(answer.status);
    };
    expect((await showing()).tables).toHaveLength(2);
    expect(await showing()).toMatchObject({ programme: { turns: ['tables'] } });
    const before = listener.changed.mock.calls.length;
    await venue.tables.renameTable(two, 'Window');
    await notified(before + 1);
    expect((await showing()).tables[1]?.title).toBe('Window');
    await venue.tables.archiveTable(two, true);
    await notified(before + 2);
    expect((await showing()).tables).toHaveLength(1);
    await venue.televisions.unpairTelevision(shown?.id ?? '');
    await notified(before + 3);
    expect(await venue.television.askTelevision(secret)).toMatchObject({ status: 'unknown' });
    expect(await list()).toEqual([]);
    expect(await codeOf(secret)).not.toBe('');
    expect(listener.lost).not.toHaveBeenCalled();
  });

  test('it is given a programme, with the venue’s name and zone, and loses it again', async () => {
    const secret = newSecret();
    const programme = { turns: ['tables', 'table', 'sponsors'], seconds: 30 } as const;
    await venue.pictures.updateVenue({ title: 'Salle Atlas 🎱', timeZone: 'Europe/Paris' });
    await venue.televisions.pairTelevision(await codeOf(secret), setting({ tableId, programme }));
    const shown = async () => {
      const answer = await venue.television.askTelevision(secret);
      return answer.status === 'paired' ? answer.assignment : expect.unreachable(answer.status);
    };
    const [table] = (await venue.tables.listTables()).tables;
    const waiting = { seq: expect.any(Number) as number, parties: [] };
    const room = { id: tableId, title: table?.title, kind: 'pool', ...NOBODY_THERE };
    expect((await shown()).programme).toEqual({
      ...programme,
      tableId,
      venue: 'Salle Atlas 🎱',
      timeZone: 'Europe/Paris',
      waiting: { ...waiting, tables: [room] },
      tournament: null,
    });

    // It gets the waiting and called parties, under the names that screens may show.
    const answer = await venue.television.askTelevision(secret);
    const topics = answer.status === 'paired' ? [answer.topic, answer.room] : [];
    const listener = { joined: vi.fn(), changed: vi.fn(), lost: vi.fn() };
    onTestFinished(venue.television.listenTelevision(topics, listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    const [entry, op] = [randomUUID(), randomUUID()];
    const added = {
      kind: 'add',
      name: 'Amine Benali',
      name2: null,
      size: 2,
      wants: 'any',
      wantedId: null,
    } as const;
    await venue.waiting.changeWaiting({
      id: op,
      entry,
      before: null,
      tableId: null,
      replace: false,
      ...added,
    });
    await expect.poll(() => listener.changed).toHaveBeenCalledTimes(1);
    const [waits] = (await shown()).programme.waiting?.parties ?? [];
    expect(waits).toEqual({
      id: entry,
      name: 'Amine B.',
      name2: null,
      size: 2,
      wants: 'any',
      tableId: null,
      calledAtMillis: null,
    });
    await venue.waiting.changeWaiting({ id: randomUUID(), entry, before: op, kind: 'call', tableId });
    await expect.poll(() => listener.changed).toHaveBeenCalledTimes(2);
    const [called] = (await shown()).programme.waiting?.parties ?? [];
    expect(called).toMatchObject({ tableId, calledAtMillis: expect.any(Number) as number });
    expect(listener.lost).not.toHaveBeenCalled();

    const [own] = await list();
    expect(own?.programme).toEqual(programme);
    await venue.televisions.updateTelevision(own?.id ?? '', one());
    expect(await shown()).toMatchObject({ tables: [{ id: tableId }], programme: { turns: ['table'] } });
    const wrong = { turns: ['sponsors', 'tables'], seconds: 30 } as const;
    expect(
      await kindOf(venue.televisions.updateTelevision(own?.id ?? '', setting({ programme: wrong }))),
    ).toBe('other');
  });

  test('what no screen shows pairs nothing, and ten tries are enough, whatever else is paired', async () => {
    const [code, other] = [await codeOf(newSecret()), await codeOf(newSecret())];
    const tries = ['', 'CDFHJ', `${code}C`, code.toLowerCase(), ...Array.from({ length: 6 }, () => 'XXXXXX')];
    const pair = (typed: string) => venue.televisions.pairTelevision(typed, setting());
    for (const wrong of tries.slice(0, 9)) expect(await pair(wrong)).toBe('wrong');
    expect(await list()).toEqual([]);
    expect(await pair(other)).toBe('paired');
    expect(await pair(tries[9] ?? '')).toBe('wrong');
    expect(await pair(code)).toBe('tooMany');
  });

  test('an invalid setting is refused', async () => {
    const secret = newSecret();
    const code = await codeOf(secret);
    for (const wrong of [{ title: 'x'.repeat(NAME_LIMIT + 1) }, { query: 'theme=dark' }, { query: '?<b>' }])
      expect(await kindOf(venue.televisions.pairTelevision(code, setting(wrong)))).toBe('other');
    expect(await venue.televisions.pairTelevision(code, setting({ title: 'ط'.repeat(NAME_LIMIT) }))).toBe(
      'paired',
    );
    for (const wrong of ['', 'x'.repeat(31), `${'x'.repeat(32)}!`])
      expect(await kindOf(venue.television.beginPairing(wrong))).toBe('other');
  });

  test('another owner’s televisions and tables are neither seen nor touched', async () => {
    const code = await codeOf(newSecret());
    await venue.televisions.pairTelevision(code, setting());
    const [own] = await list();
    for (const other of [venue.foreign.television, NOBODYS]) {
      const requests = [
        venue.televisions.updateTelevision(other, setting()),
        venue.televisions.unpairTelevision(other),
      ];
      expect(await Promise.all(requests.map(kindOf))).toEqual(['forbidden', 'forbidden']);
    }
    for (const table of [venue.foreign.id, NOBODYS]) {
      const requests = [
        venue.televisions.pairTelevision(code, setting({ tableId: table })),
        venue.televisions.updateTelevision(own?.id ?? '', setting({ tableId: table })),
      ];
      expect(await Promise.all(requests.map(kindOf))).toEqual(['forbidden', 'forbidden']);
    }
    expect((await list()).map(({ id }) => id)).toEqual([own?.id]);
  });

  test.each([
    ['a signed-out caller has no televisions', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [
      venue.televisions.listTelevisions(),
      venue.pairing.findCode('CDFHJK'),
      venue.televisions.pairTelevision('CDFHJK', setting()),
      venue.televisions.updateTelevision(NOBODYS, setting()),
      venue.televisions.unpairTelevision(NOBODYS),
      ...(kind === 'offline'
        ? [venue.television.askTelevision(newSecret()), venue.television.beginPairing(newSecret())]
        : []),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => kind));
  });
});
