import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeviceSetting } from '../../src/backend/contract.ts';
import { isCode } from '../../src/core/devices/code.ts';
import { alwaysShowing } from '../../src/core/television/programme.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of `DeviceBackend`, `DevicesBackend` and of whatever a device asks of its venue. */

const KARIM: DeviceSetting = { title: 'كريم <b>📱', role: 'service', tableId: null };

describeVenues('devices', (open) => {
  /** Lets a new device in. Gives its secret, its id, and the venue as it reaches that. */
  const letIn = async ({ device, devices, venueAs }: Venue, setting = KARIM) => {
    const secret = randomBytes(24).toString('hex');
    const begun = await device.beginPairing(secret);
    const code = begun.status === 'waiting' ? begun.code : expect.unreachable(begun.status);
    expect(await devices.letInDevice(code, setting)).toBe('paired');
    const [made] = await devices.listDevices();
    const id = made?.id ?? '';
    return { secret, id, as: venueAs(secret, id) };
  };

  test('a phone is unknown until its code is typed, then learns its permissions', async () => {
    const venue = await open();
    const { device, devices, pairing, television, televisions } = venue;
    const secret = randomBytes(24).toString('hex');
    expect(await device.askDevice(secret)).toEqual({ status: 'unknown' });
    const begun = await device.beginPairing(secret);
    expect(begun).toMatchObject({
      status: 'waiting',
      code: expect.toSatisfy(isCode) as string,
      topic: expect.stringMatching(/^paired:[0-9a-f-]{36}$/) as string,
    });
    const code = begun.status === 'waiting' ? begun.code : '';
    const screen = await television.beginPairing(randomBytes(24).toString('hex'));
    const screens = screen.status === 'waiting' ? screen.code : '';
    // Codes of both kinds are found, and can still be paired.
    expect(await Promise.all([code, screens].map(pairing.findCode))).toEqual(['device', 'television']);
    // A screen's code lets no device in, nor the other way round.
    expect(
      await televisions.pairTelevision(code, {
        title: '',
        tableId: null,
        query: '',
        programme: alwaysShowing('tables'),
      }),
    ).toBe('wrong');
    expect(await devices.letInDevice(screens, KARIM)).toBe('wrong');

    const listener = { joined: vi.fn(), changed: vi.fn(), lost: vi.fn() };
    onTestFinished(device.listenDevice(begun.status === 'waiting' ? begun.topic : '', listener));
    await expect.poll(() => listener.joined).toHaveBeenCalledOnce();
    expect(await devices.letInDevice(code, KARIM)).toBe('paired');
    await expect.poll(() => listener.changed).toHaveBeenCalledOnce();
    const [made] = await devices.listDevices();
    expect(made).toMatchObject({ ...KARIM, madeBy: null, removed: false, links: [], televisions: [] });
    expect(await device.askDevice(secret)).toMatchObject({
      status: 'letIn',
      device: { id: made?.id, title: KARIM.title, role: 'service', table: null },
    });
  });

  test('roles differ in what a device may do, and follow at once', async () => {
    const venue = await open();
    const [table] = (await venue.tables.listTables()).tables;
    const tableId = table?.id ?? '';
    const { as, id, secret } = await letIn(venue);
    const listed = await as.tables().listTables();
    expect(listed.tables.map((one) => one.id)).toEqual([tableId]);
    expect(listed.may).toContain('append_actions');
    expect(listed.may).not.toContain('add_table');
    expect(await kindOf(as.tables().addTable('Two'))).toBe('forbidden');
    expect(await kindOf(as.devices().listDevices())).toBe('forbidden');
    expect(await kindOf(as.pairing().findCode('CDFHJK'))).toBe('forbidden');
    expect(await kindOf(as.health().getHealth())).toBe('forbidden');
    const health = await venue.health.getHealth();
    expect(health).toMatchObject({ troubles: [], freeBytes: expect.any(Number) as number, copy: null });
    expect(await as.results().foldDue()).toBe(0);
    expect((await as.matches().getLog(table?.match.id ?? '', 0)).entries).toEqual([]);
    const evening = Date.now() + 3_600_000;
    const link = await as.tables().addScorerLink(tableId, 'Amine', evening, { kind: 'scorer' });
    expect(await kindOf(as.tables().addScorerLink(tableId, '', null, { kind: 'scorer' }))).toBe('forbidden');

    // A log names the device only to the venue's own people.
    const match = table?.match.id ?? '';
    const set = { id: randomUUID(), kind: 'set', body: {}, agoMillis: 0, onlyCurrent: false };
    const board = { p1: 'A', p2: 'B', s1: 1, s2: 0, raceTo: 0, rules: 1, detail: null, result: null };
    await as.matches().appendActions(match, 0, [set], board);
    const [owners] = (await venue.matches.getLog(match, 0)).entries;
    expect(owners).toMatchObject({ by: id, byName: KARIM.title });
    const [linked] = (await venue.byLink(link.secret).getLog(match, 0)).entries;
    expect(linked).toEqual({
      seq: 1,
      id: set.id,
      kind: 'set',
      body: {},
      atMillis: owners?.atMillis,
      by: null,
    });

    await venue.devices.updateDevice(id, { ...KARIM, role: 'admin' });
    expect(await as.tables().addTable('Two')).not.toBe('');
    const [own] = await as.devices().listDevices();
    expect(own?.links).toEqual([{ id: link.id, label: 'Amine', tableId }]);
    expect(await as.health().getHealth()).toMatchObject({ version: health?.version });

    await venue.devices.updateDevice(id, { title: 'Remote', role: 'remote', tableId });
    expect(await venue.device.askDevice(secret)).toMatchObject({
      device: { role: 'remote', table: { id: tableId } },
    });
    expect(await kindOf(as.tables().listTables())).toBe('forbidden');
    expect((await as.matches().getLog(table?.match.id ?? '', 0)).current).toBe(table?.match.id);
  });

  test('an Admin lets others in, but no Admin; a removed device does nothing more, nor do its links', async () => {
    const venue = await open();
    await venue.tables.listTables();
    const admin = await letIn(venue, { ...KARIM, role: 'admin' });
    const service = await letIn({ ...venue, devices: admin.as.devices() });
    expect(await kindOf(letIn({ ...venue, devices: admin.as.devices() }, { ...KARIM, role: 'admin' }))).toBe(
      'forbidden',
    );
    const [table] = (await service.as.tables().listTables()).tables;
    const match = table?.match.id ?? '';
    const link = await service.as
      .tables()
      .addScorerLink(table?.id ?? '', '', Date.now() + 60_000, { kind: 'scorer' });
    const made = (await venue.devices.listDevices()).find(({ id }) => id === service.id);
    expect(made?.madeBy).toBe(admin.id);

    // Of two televisions that the Admin paired, one stays.
    const screens = ['Bar', ''].map((title) => ({ title, secret: randomBytes(24).toString('hex') }));
    for (const { title, secret } of screens) {
      const begun = await venue.television.beginPairing(secret);
      const setting = { title, tableId: null, query: '', programme: alwaysShowing('tables') };
      const code = begun.status === 'waiting' ? begun.code : '';
      expect(await admin.as.televisions().pairTelevision(code, setting)).toBe('paired');
    }
    const paired = (await venue.devices.listDevices()).find(({ id }) => id === admin.id)?.televisions;
    expect(paired?.map(({ title }) => title)).toEqual(['Bar', '']);
    const televisions = [paired?.[0]?.id ?? ''];

    await venue.devices.revokeDevices([admin.id, service.id], { links: [link.id], televisions });
    expect((await venue.television.askTelevision(screens[0]?.secret ?? '')).status).toBe('unknown');
    expect((await venue.television.askTelevision(screens[1]?.secret ?? '')).status).toBe('paired');
    expect(await venue.device.askDevice(service.secret)).toEqual({ status: 'removed', id: service.id });
    expect(await kindOf(service.as.matches().getLog(match, 0))).toBe('forbidden');
    expect(await kindOf(admin.as.devices().listDevices())).toBe('forbidden');
    expect(await kindOf(venue.byLink(link.secret).getLog(match, 0))).toBe('forbidden');
    expect((await venue.devices.listDevices()).map(({ removed }) => removed)).toEqual([true, true]);
  });
});
