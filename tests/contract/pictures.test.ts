import { beforeEach, expect, test } from 'vitest';
import type { PicturedTable, VenuePictures } from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { KEEP_DAYS, UPLOAD_PROBLEMS } from '../../src/core/snapshot/pictures.ts';
import { plain } from '../../src/games/plain/rules.ts';
import { kindOf } from './kind-of.ts';
import { describeVenues, type Venue } from './venue.ts';

/** What stores may expect of any `PicturesBackend`. */

const NOBODYS = '00000000-0000-4000-8000-0000000000ff';
const SECRET = /^[A-Za-z0-9]{24}$/;

describeVenues('pictures', (open) => {
  let venue: Venue;
  beforeEach(async () => {
    venue = await open();
    // Opening the page makes the first table.
    await venue.tables.listTables();
  });

  const read = (): Promise<VenuePictures> => venue.pictures.getVenue();
  const first = async (): Promise<PicturedTable> => {
    const [table] = (await read()).tables;
    return table ?? expect.unreachable('there is no table');
  };
  const score = async (s1: number): Promise<void> => {
    const [table] = (await venue.tables.listTables()).tables;
    const { match, board } = table ?? expect.unreachable('there is no table');
    const { p1, p2, s2, raceTo } = board;
    const changes = { s1: { from: board.s1, to: s1 } };
    const action = { id: crypto.randomUUID(), kind: 'set', body: { changes }, agoMillis: 0 };
    const shown = { p1, p2, s1, s2, raceTo, rules: plain.version, detail: null, result: null };
    const { outcome } = await venue.matches.appendActions(match.id, match.seq, [action], shown);
    expect(outcome).toBe('ok');
  };

  test('a new venue has an unguessable name, a public page, and no picture', async () => {
    const { slug, isPublic, keepDays, keys, tables, failures } = await read();
    expect(slug).toMatch(/^[a-z0-9]{12}$/);
    expect({ isPublic, keepDays, keys, failures }).toEqual({
      isPublic: true,
      keepDays: 30,
      keys: [],
      failures: [],
    });
    const [table] = (await venue.tables.listTables()).tables;
    expect(tables).toEqual([
      {
        tableId: table?.id,
        title: table?.title,
        archived: false,
        matchId: `${slug}-b1`,
        board: 'b1',
        latest: null,
        uploadedAtMillis: null,
      },
    ]);
  });

  test('tables come in the owner’s order, and each keeps its board', async () => {
    const two = await venue.tables.addTable('Two 🎱');
    const three = await venue.tables.addTable('ثلاثة');
    await venue.tables.orderTables([three]);
    await venue.tables.archiveTable(two, true);
    const { tables } = await read();
    expect(tables.map(({ title, board, archived }) => [title, board, archived])).toEqual([
      ['ثلاثة', 'b3', false],
      [expect.any(String), 'b1', false],
      ['Two 🎱', 'b2', true],
    ]);
  });

  test('the public page is switched, and pictures are kept as long as is said', async () => {
    await venue.pictures.updateVenue({ isPublic: false });
    expect(await read()).toMatchObject({ isPublic: false, keepDays: 30 });
    for (const keepDays of KEEP_DAYS) {
      await venue.pictures.updateVenue({ keepDays });
      expect(await read()).toMatchObject({ isPublic: false, keepDays });
    }
    await venue.pictures.updateVenue({ isPublic: true });
    expect(await read()).toMatchObject({ isPublic: true, keepDays: 365 });
    for (const keepDays of [0, 366])
      expect(await kindOf(venue.pictures.updateVenue({ keepDays }))).toBe('other');
    expect(await read()).toMatchObject({ isPublic: true, keepDays: 365 });
  });

  test('a key is listed without its secret, and used until it is revoked', async () => {
    const { matchId } = await first();
    const label = 'Camera 🎱 الكاميرا';
    const { id, secret } = await venue.pictures.addUploadKey(label);
    expect(secret).toMatch(SECRET);
    const listed = { id, label, createdAtMillis: expect.any(Number) as number, revoked: false };
    expect((await read()).keys).toEqual([{ ...listed, lastUsedAtMillis: null }]);
    expect(await venue.service.upload(matchId, secret, Date.now())).toBe('stored');
    const [used] = (await read()).keys;
    expect(used).toMatchObject(listed);
    expect(used?.lastUsedAtMillis).toBeGreaterThanOrEqual(used?.createdAtMillis ?? Infinity);
    await venue.pictures.revokeUploadKey(id);
    await venue.pictures.revokeUploadKey(id);
    expect((await read()).keys).toMatchObject([{ id, revoked: true }]);
    expect(await venue.service.upload(matchId, secret, Date.now())).toBe('key');
  });

  test('labels are limited, and so are keys', async () => {
    expect(await kindOf(venue.pictures.addUploadKey('x'.repeat(NAME_LIMIT + 1)))).toBe('other');
    const { id } = await venue.pictures.addUploadKey('');
    for (let made = 1; made < 20; made++) await venue.pictures.addUploadKey('x'.repeat(NAME_LIMIT));
    expect(await kindOf(venue.pictures.addUploadKey('one more'))).toBe('other');
    await venue.pictures.revokeUploadKey(id);
    await venue.pictures.addUploadKey('one more');
    expect((await read()).keys.filter(({ revoked }) => !revoked)).toHaveLength(20);
  });

  test('the picture that was taken last is a table’s latest', async () => {
    const { matchId } = await first();
    const { secret } = await venue.pictures.addUploadKey('');
    const takenAt = Date.now() - 60_000;
    await venue.service.upload(matchId, secret, takenAt);
    await venue.service.upload(matchId, secret, takenAt - 1000);
    const { latest, uploadedAtMillis } = await first();
    expect(latest).toEqual({ id: expect.any(String) as string, source: 'upload', capturedAtMillis: takenAt });
    expect(uploadedAtMillis).toBeGreaterThan(takenAt);
  });

  test('a scored board counts as a picture not yet drawn until it is requested', async () => {
    const { matchId } = await first();
    await score(3);
    const { latest } = await first();
    expect(latest).toEqual({ id: null, source: 'board', capturedAtMillis: expect.any(Number) as number });
    await venue.service.draw(matchId);
    expect((await first()).latest).toEqual({ ...latest, id: expect.any(String) as string });
    expect((await first()).uploadedAtMillis).toBeNull();
    await score(4);
    expect((await first()).latest).toMatchObject({ id: null, source: 'board' });
  });

  test('uploads that failed are said with their reason, table and key, the newest first', async () => {
    const { matchId } = await first();
    const { secret } = await venue.pictures.addUploadKey('Camera');
    for (const reason of UPLOAD_PROBLEMS) await venue.service.failUpload(matchId, secret, reason);
    await venue.service.failUpload(matchId, 'A'.repeat(24), 'type');
    const { failures } = await read();
    expect(failures).toEqual(
      UPLOAD_PROBLEMS.toReversed().map((reason) => ({
        matchId,
        reason,
        keyLabel: 'Camera',
        atMillis: expect.any(Number) as number,
      })),
    );
  });

  test('a key sends to its own venue’s tables alone, and only its owner revokes it', async () => {
    const { secret } = await venue.pictures.addUploadKey('');
    expect(await venue.service.upload('nobodys-b1', secret, Date.now())).toBe('table');
    for (const key of [venue.foreign.uploadKey, NOBODYS])
      expect(await kindOf(venue.pictures.revokeUploadKey(key))).toBe('forbidden');
    const { keys } = await read();
    expect(keys.map(({ id }) => id)).not.toContain(venue.foreign.uploadKey);
  });

  test.each([
    ['a signed-out caller has no pictures', 'sessionExpired'],
    ['without a network everything fails as offline', 'offline'],
  ] as const)('%s', async (_title, kind) => {
    if (kind === 'offline') venue.cut();
    else await venue.dropSession();
    const requests = [
      venue.pictures.getVenue(),
      venue.pictures.updateVenue({ isPublic: false }),
      venue.pictures.addUploadKey(''),
      venue.pictures.revokeUploadKey(NOBODYS),
    ];
    expect(await Promise.all(requests.map(kindOf))).toEqual(requests.map(() => kind));
  });
});
