import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { VenueBranding, VenueSponsor } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import type { Branding, Face } from '../../src/core/branding/branding.ts';
import { plain as plainRules } from '../../src/games/plain/rules.ts';
import { kindOf } from './kind-of.ts';
import { photograph } from './snapshot-pictures.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `BrandingBackend`. */

const NOBODYS = '00000000-0000-4000-8000-0000000000ff';
const picture = async (number: number): Promise<Blob> => new Blob([new Uint8Array(await photograph(number))]);

describeVenues('branding', (open) => {
  let venue: Venue;
  let token: string;
  beforeEach(async () => {
    venue = await open();
    const [table] = (await venue.tables.listTables()).tables;
    token = table?.token ?? expect.unreachable('there is no table');
  });

  const read = (): Promise<VenueBranding> => venue.branding.getBranding();
  const player = (changes: Partial<Face>): Face => ({
    name: 'Zineb',
    flag: null,
    picture: null,
    ...changes,
  });
  const send = async (kind: 'logo' | 'portrait', number = 1): Promise<string> => {
    const sent = await venue.branding.sendMark(kind, await picture(number));
    return sent.status === 'taken' ? sent.id : expect.unreachable('it was not taken');
  };
  const sponsor = (mark: string, changes: Partial<VenueSponsor> = {}): Omit<VenueSponsor, 'id'> => ({
    title: 'Atlas',
    picture: mark,
    shown: true,
    ...changes,
  });
  const onAir = async (): Promise<Branding> =>
    (await venue.matches.getOverlay(token))?.branding ?? expect.unreachable('there is no overlay');
  /** Puts names on air, as a scorer does. */
  const name = async (p1: string, p2: string): Promise<void> => {
    const [table] = (await venue.tables.listTables()).tables;
    const { match, board } = table ?? expect.unreachable('there is no table');
    const { s1, s2, raceTo } = board;
    const changes = { p1: { from: board.p1, to: p1 }, p2: { from: board.p2, to: p2 } };
    const action = { id: crypto.randomUUID(), kind: 'set', body: { changes }, agoMillis: 0 };
    const shown = { p1, p2, s1, s2, raceTo, rules: plainRules.version, detail: null, result: null };
    const { outcome } = await venue.matches.appendActions(match.id, match.seq, [action], shown);
    expect(outcome).toBe('ok');
  };

  test('a new venue has no players or sponsors, and its board only the table’s name', async () => {
    expect(await read()).toEqual({ players: [], recent: [], sponsors: [] });
    expect(await onAir()).toEqual({ table: expect.any(String) as string, faces: [], sponsors: [] });
  });

  test('players are listed by their names, changed and removed', async () => {
    const portrait = await send('portrait');
    const zineb = await venue.branding.savePlayer(
      player({ name: ' Zineb ', flag: 'MA', picture: portrait }),
      null,
    );
    const amine = await venue.branding.savePlayer(player({ name: 'amine' }), null);
    expect((await read()).players).toEqual([
      { id: amine, name: 'amine', flag: null, picture: null, hidden: false },
      { id: zineb, name: 'Zineb', flag: 'MA', picture: portrait, hidden: false },
    ]);
    expect(await venue.branding.savePlayer(player({ flag: 'ES', picture: portrait }), zineb)).toBe(zineb);
    await venue.branding.hidePlayer(zineb, true);
    expect((await read()).players).toMatchObject([{ hidden: false }, { name: 'Zineb', hidden: true }]);
    expect(await venue.branding.namePlayer('zineb', null)).toBe(zineb);
    expect(await venue.branding.namePlayer('Zineb', zineb)).toBe(zineb);
    await venue.branding.removePlayer(amine);
    await venue.branding.removePlayer(amine);
    expect((await read()).players).toEqual([
      { id: zineb, name: 'Zineb', flag: 'ES', picture: portrait, hidden: false },
    ]);
  });

  test('players have their flag and picture, by the name on the board', async () => {
    const portrait = await send('portrait');
    await venue.branding.savePlayer(player({ flag: 'MA', picture: portrait }), null);
    await venue.branding.savePlayer(player({ name: 'ليلى', flag: 'FR' }), null);
    await name(' zineb', 'ليلى');
    expect((await onAir()).faces).toEqual([
      { name: ' zineb', flag: 'MA', picture: portrait },
      { name: 'ليلى', flag: 'FR', picture: null },
    ]);
    await name('Nobody', 'ليلى');
    expect((await onAir()).faces.map((face) => face.name)).toEqual(['ليلى']);
  });

  test('sponsors can be ordered, hidden, changed and removed', async () => {
    const [one, two] = [await send('logo', 1), await send('logo', 2)];
    const first = await venue.branding.saveSponsor(sponsor(one), null);
    const second = await venue.branding.saveSponsor(sponsor(two, { title: 'ريف' }), null);
    expect((await onAir()).sponsors).toEqual([
      { title: 'Atlas', picture: one },
      { title: 'ريف', picture: two },
    ]);
    await venue.branding.orderSponsors([second]);
    await venue.branding.saveSponsor(sponsor(one, { shown: false }), first);
    expect((await read()).sponsors.map(({ id, shown }) => [id, shown])).toEqual([
      [second, true],
      [first, false],
    ]);
    expect((await onAir()).sponsors).toEqual([{ title: 'ريف', picture: two }]);
    const three = await send('logo', 3);
    await venue.branding.saveSponsor(sponsor(three), second);
    // The replaced picture is gone.
    expect(await kindOf(venue.branding.saveSponsor(sponsor(two), first))).toBe('forbidden');
    await venue.branding.removeSponsor(first);
    expect((await read()).sponsors).toEqual([{ id: second, title: 'Atlas', picture: three, shown: true }]);
  });

  test('screens are told when their branding changes', async () => {
    const table = await venue.matches.getOverlay(token);
    const listener = {
      joined: vi.fn(),
      changed: vi.fn(),
      branding: vi.fn(),
      seats: vi.fn(),
      rights: vi.fn(),
      gone: vi.fn(),
      lost: vi.fn(),
    };
    onTestFinished(venue.matches.listen(table?.topic ?? '', listener));
    await expect.poll(() => listener.joined).toHaveBeenCalled();
    await name('Zineb', 'Amine');
    await expect
      .poll(() => listener.changed)
      .toHaveBeenCalledWith(expect.objectContaining({ p1: 'Zineb', p2: 'Amine' }));
    listener.changed.mockClear();
    await venue.matches.getOverlay(token, { screen: 'screen-1', rev: 1 });
    await venue.branding.savePlayer(player({ name: 'Nobody here' }), null);
    const id = await venue.branding.savePlayer(player({ flag: 'MA' }), null);
    await expect.poll(() => listener.branding).toHaveBeenCalledOnce();
    await venue.branding.removePlayer(id);
    await expect.poll(() => listener.branding).toHaveBeenCalledTimes(2);
    await venue.branding.saveSponsor(sponsor(await send('logo')), null);
    await expect.poll(() => listener.branding).toHaveBeenCalledTimes(3);
    expect(listener.changed).not.toHaveBeenCalled();
  });

  test('a file that isn’t a picture is refused with a reason', async () => {
    const page = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' });
    expect(await venue.branding.sendMark('logo', page)).toEqual({ status: 'refused', reason: 'type' });
  });

  test('names, flags and pictures that don’t fit are refused', async () => {
    const portrait = await send('portrait');
    await venue.branding.savePlayer(player({ picture: portrait }), null);
    for (const bad of [
      player({ name: '' }),
      player({ name: ' ' }),
      player({ name: 'x'.repeat(NAME_LIMIT + 1) }),
      player({ name: 'ZINEB ' }),
      player({ name: 'Amine', flag: 'ma' }),
      player({ name: 'Amine', flag: 'MAR' }),
      player({ name: 'Amine', picture: portrait }),
    ])
      expect(await kindOf(venue.branding.savePlayer(bad, null))).toBe('other');
    for (const wrong of ['x'.repeat(22), await send('logo')])
      expect(await kindOf(venue.branding.savePlayer(player({ name: 'Amine', picture: wrong }), null))).toBe(
        'forbidden',
      );
    expect(await kindOf(venue.branding.saveSponsor(sponsor(await send('portrait')), null))).toBe('forbidden');
  });

  test('an owner can’t change another’s data', async () => {
    const logo = await send('logo');
    const changes = [
      venue.branding.savePlayer(player({}), NOBODYS),
      venue.branding.saveSponsor(sponsor(logo), NOBODYS),
      venue.branding.orderSponsors([NOBODYS]),
    ];
    expect(await Promise.all(changes.map(kindOf))).toEqual(changes.map(() => 'forbidden'));
  });

  test.each([
    ['a signed-out caller dresses nothing', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    const file = await picture(1);
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [
      venue.branding.getBranding(),
      venue.branding.savePlayer(player({}), null),
      venue.branding.removePlayer(NOBODYS),
      venue.branding.saveSponsor(sponsor('x'.repeat(22)), null),
      venue.branding.orderSponsors([]),
      venue.branding.removeSponsor(NOBODYS),
      venue.branding.sendMark('logo', file),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => kind));
  });
});
