import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  claiming,
  littered,
  lookAt,
  moving,
  photograph,
  plain,
  polyglot,
  restarting,
  sideways,
  stuffed,
} from './snapshot-pictures.ts';
import { describeMarks } from './snapshot-marks.ts';
import { describeResults } from './snapshot-results.ts';
import { describeTournaments } from './snapshot-tournaments.ts';
import type { PicturedVenue } from './snapshot-venue.ts';

/** The snapshot service, wherever it runs: this server, or hosted Supabase. */
export interface SnapshotService {
  readonly send: (request: Request) => Promise<Response>;
  /** Its own address, and the site's, as in the links that it makes. */
  readonly address: string;
  readonly site: string;
  /** A venue of which nothing is seen yet. */
  readonly openVenue: () => Promise<PicturedVenue>;
  readonly close: () => Promise<void>;
}

interface Reply {
  readonly ok: boolean;
  readonly id?: string;
  readonly error?: string;
  readonly source?: string;
  readonly dataUrl?: string;
  readonly capturedAt?: string;
  readonly serverTime?: string;
  readonly venue?: string;
  readonly pictures?: readonly {
    readonly id: string;
    readonly source: string;
    readonly capturedAt: string;
  }[];
}

const NO_UPLOAD = { ok: false, error: 'No upload yet for this match.' };
const TABLES = [
  { board: 'b1', title: 'Table 1' },
  { board: 'b2', title: 'Table 2' },
];
const NOT_FOUND = { ok: false, error: 'not found' };
const DAMAGED = 'The picture is damaged or incomplete: send it again.';
const LIMIT = 10 * 1024 * 1024;
const ID = /^[A-Za-z0-9_-]{22}$/;

/** Holds a service to the contract that viewers, cameras and shared links have with it. */
export const describeSnapshotService = (name: string, start: () => Promise<SnapshotService>): void => {
  describe(`the snapshot service ${name}`, () => {
    let service: SnapshotService;
    let venue: PicturedVenue;

    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service.close());
    beforeEach(async () => {
      venue = await service.openVenue();
    });

    const get = (path: string, init?: RequestInit): Promise<Response> =>
      service.send(new Request(`${service.address}${path}`, init));
    const read = async (path: string): Promise<Reply> => (await (await get(path)).json()) as Reply;
    const latest = (match = venue.match): Promise<Reply> => read(`?latest=1&matchId=${match}`);
    const bytesOf = async (path: string): Promise<Uint8Array> =>
      new Uint8Array(await (await get(path)).arrayBuffer());

    interface Sending {
      readonly match?: string;
      readonly key?: string;
      readonly capturedAt?: string;
    }
    const send = (body: Uint8Array, { match = venue.match, key = venue.key, capturedAt }: Sending = {}) =>
      get(`?matchId=${encodeURIComponent(match)}`, {
        method: 'POST',
        headers: { 'x-upload-key': key, ...(capturedAt !== undefined && { 'x-captured-at': capturedAt }) },
        body: new Uint8Array(body),
      });
    /** Its id; the upload has to be taken. */
    const upload = async (body: Uint8Array, sending?: Sending): Promise<string> => {
      const answer = await send(body, sending);
      const { ok, id = '' } = (await answer.json()) as Reply;
      expect({ ok, status: answer.status }).toEqual({ ok: true, status: 201 });
      expect(id).toMatch(ID);
      return id;
    };
    const refused = async (answer: Promise<Response>): Promise<{ status: number; error: string }> => {
      const { status, headers, ...response } = await answer.then(async (given) => ({
        status: given.status,
        headers: given.headers,
        reply: (await given.json()) as Reply,
      }));
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.reply).toEqual({ ok: false, error: expect.stringMatching(/\w/) as string });
      return { status, error: response.reply.error ?? '' };
    };
    const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

    describe('asked', () => {
      test('before any upload, and of no table: the catalogue’s sentences', async () => {
        for (const match of [venue.match, 'nowhere-b1', 'nothing']) {
          const sentence = match === venue.match ? NO_UPLOAD : NOT_FOUND;
          expect(await latest(match)).toMatchObject(sentence);
          expect(await read(`?latestData=1&matchId=${match}`)).toMatchObject(sentence);
          expect(await read(`?history=1&matchId=${match}`)).toEqual({ ok: true, pictures: [] });
          expect((await get(`/small?matchId=${match}`)).status).toBe(204);
        }
        // A viewer who is there before the first picture listens for it.
        expect(await latest()).toEqual({
          ...NO_UPLOAD,
          topic: `snapshot:${venue.match}`,
          title: 'Table 1',
          tables: TABLES,
        });
      });

      test('after an upload: its id, its time, the picture itself', async () => {
        const sent = ago(0);
        const id = await upload(await photograph(1));
        const { capturedAt = '', serverTime = '', ...reply } = await latest();
        expect(reply).toEqual({
          ok: true,
          id,
          source: 'upload',
          topic: `snapshot:${venue.match}`,
          title: 'Table 1',
          tables: TABLES,
        });
        expect(capturedAt >= sent && capturedAt <= serverTime).toBe(true);
        const { ok, dataUrl = '' } = await read(`?latestData=1&matchId=${venue.match}`);
        expect(ok).toBe(true);
        const inline = new Uint8Array(await (await fetch(dataUrl)).arrayBuffer());
        expect(inline).toEqual(await bytesOf(`/image/${id}`));
        expect(await latest(venue.second)).toMatchObject(NO_UPLOAD);
        expect(await latest(venue.match.toUpperCase())).toEqual(NOT_FOUND);
      });

      test('replies are never cached, and of their type', async () => {
        for (const path of ['?latest=1', '?latestData=1', '?history=1']) {
          const { headers } = await get(`${path}&matchId=${venue.match}`);
          expect(headers.get('cache-control')).toBe('no-store');
          expect(headers.get('x-content-type-options')).toBe('nosniff');
          expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        }
      });

      test.each([
        '?latest=1',
        '?latest=1&matchId=',
        '?latest=1&matchId=..%2Fetc',
        '?matchId=demo-b1',
        '?latest=1&matchId=a%00',
        `?history=1&matchId=${'x'.repeat(65)}`,
      ])('%s is refused in words', async (query) => {
        expect((await refused(get(query))).status).toBe(422);
      });

      test('the last pictures of a table, newest first', async () => {
        const ids: string[] = [];
        for (const number of [1, 2, 3])
          ids.unshift(await upload(await photograph(number), { capturedAt: ago(60 - number) }));
        const { pictures = [] } = await read(`?history=1&matchId=${venue.match}`);
        expect(pictures.map(({ id }) => id)).toEqual(ids);
        expect(pictures.map(({ source }) => source)).toEqual(['upload', 'upload', 'upload']);
        expect(pictures.map(({ capturedAt }) => capturedAt)).toEqual(
          pictures.map(({ capturedAt }) => new Date(capturedAt).toISOString()),
        );
      });
    });

    describe('a picture', () => {
      test('is served at three addresses and as a file', async () => {
        const id = await upload(await photograph(3));
        const bytes = await bytesOf(`/image/${id}`);
        for (const path of [`/image/${id}?export=view`, `/thumbnail/${id}?t=17`, `/d/${id}`]) {
          const answer = await get(path);
          expect(answer.headers.get('content-type'), path).toBe('image/jpeg');
          expect(answer.headers.get('content-disposition'), path).toBeNull();
          expect(answer.headers.get('cache-control'), path).toBe('private, max-age=31536000, immutable');
          expect(answer.headers.get('content-security-policy'), path).toBe("default-src 'none'");
          expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
          expect(answer.headers.get('cross-origin-resource-policy'), path).toBe('cross-origin');
          expect(new Uint8Array(await answer.arrayBuffer()), path).toEqual(bytes);
        }
        const file = await get(`/image/${id}?export=download`);
        expect(file.headers.get('content-disposition')).toBe('attachment; filename=scoreboard.jpg');
        const head = await get(`/image/${id}`, { method: 'HEAD' });
        expect(head.headers.get('content-length')).toBe(String(bytes.length));
      });

      test('has a small form and one for links, however it is shaped', async () => {
        const id = await upload(await plain(300, 900, 200).png().toBuffer());
        expect(await lookAt(await bytesOf(`/small/${id}`))).toMatchObject({
          format: 'jpeg',
          width: 480,
          height: 270,
        });
        const latest = await get(`/small?matchId=${venue.match}`);
        expect(latest.headers.get('cache-control')).toBe('no-store');
        expect(new Uint8Array(await latest.arrayBuffer())).toEqual(await bytesOf(`/small/${id}`));
        const preview = await get(`/preview/${id}?lang=ar`);
        expect(preview.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const bytes = new Uint8Array(await preview.arrayBuffer());
        expect(bytes.length).toBeLessThan(300_000);
        const { colour, ...look } = await lookAt(bytes);
        expect(look).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
        expect(colour[0]).toBeGreaterThan(180);
      });

      test('is kept upright, as a JPEG, and without what its file says besides', async () => {
        const id = await upload(await sideways());
        expect(await lookAt(await bytesOf(`/image/${id}`))).toMatchObject({
          format: 'jpeg',
          width: 32,
          height: 64,
          hasMetadata: false,
        });
        for (const format of ['png', 'webp'] as const) {
          const other = await upload(await plain(40, 30).toFormat(format).toBuffer());
          expect(await lookAt(await bytesOf(`/image/${other}`))).toMatchObject({ format: 'jpeg', width: 40 });
        }
      });

      test('is no larger than a large screen', async () => {
        const id = await upload(await plain(5000, 2500).jpeg().toBuffer());
        const { width, height } = await lookAt(await bytesOf(`/image/${id}`));
        expect(width).toBe(2 * height);
        expect(width).toBeLessThanOrEqual(3840);
        expect(width).toBeGreaterThanOrEqual(1920);
      });

      test('that is something else as well, or full of metadata, is only a picture when it is kept', async () => {
        for (const sent of [await polyglot(), await stuffed(100)]) {
          const id = await upload(sent);
          const kept = await bytesOf(`/image/${id}`);
          expect(kept.length).toBeLessThan(10_000);
          expect(new TextDecoder('latin1').decode(kept)).not.toMatch(/<script|Exif|AAAA/);
        }
      });

      test.each([
        '/image/',
        '/image/unknown',
        `/image/${'x'.repeat(22)}`,
        '/image/..%2f..%2fpackage.json',
        '/image/..%2f..%2f..%2f..%2fetc%2fp',
        '/other/x',
        '/image/a/b',
        '/thumbnail',
        '/constructor/x',
        '/page/x',
      ])('%s is nothing', async (path) => {
        expect(await refused(get(path))).toEqual({ status: 404, error: 'not found' });
      });
    });

    describe('the newest by the time when it was taken', () => {
      test('is the latest, also when an older one arrives after it', async () => {
        const newer = await upload(await photograph(1), { capturedAt: ago(10) });
        const older = await upload(await photograph(2), { capturedAt: ago(20) });
        expect((await latest()).id).toBe(newer);
        const newest = await upload(await photograph(3), { capturedAt: ago(5) });
        expect((await latest()).id).toBe(newest);
        const { pictures = [] } = await read(`?history=1&matchId=${venue.match}`);
        expect(pictures.map(({ id }) => id)).toEqual([newest, newer, older]);
      });

      test('one that claims to be of the future is of now, and the next one follows it', async () => {
        await upload(await photograph(1), { capturedAt: '2100-01-01T00:00:00Z' });
        const { capturedAt = '', serverTime = '' } = await latest();
        expect(capturedAt <= serverTime).toBe(true);
        const next = await upload(await photograph(2));
        expect((await latest()).id).toBe(next);
      });

      test('one by a clock that was never set is of now', async () => {
        for (const [number, capturedAt] of ['1970-01-01T00:04:00Z', '2015-01-01 00:00:00+0000'].entries()) {
          const sent = ago(0);
          await upload(await photograph(number), { capturedAt });
          const { capturedAt: taken = '', serverTime = '' } = await latest();
          expect(taken >= sent && taken <= serverTime, capturedAt).toBe(true);
        }
      });

      test.each(['+0100', '-03:30', 'z'])('its time may have the offset %s', async (offset) => {
        const taken = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
        const minutes = offset === 'z' ? 0 : offset === '+0100' ? 60 : -210;
        const local = new Date(taken.getTime() + minutes * 60_000).toISOString().slice(0, 19);
        await upload(await photograph(1), { capturedAt: local + offset });
        expect((await latest()).capturedAt).toBe(taken.toISOString());
      });

      test('a repeated upload makes one', async () => {
        const picture = await photograph(1);
        const first = await upload(picture, { capturedAt: ago(30) });
        const seconds = Math.floor(Date.now() / 1000);
        for (const capturedAt of [ago(30), ago(20), undefined]) {
          const again = await send(picture, capturedAt === undefined ? {} : { capturedAt });
          expect({ status: again.status, ...((await again.json()) as Reply) }).toEqual({
            status: 200,
            ok: true,
            id: first,
          });
        }
        const { pictures = [] } = await read(`?history=1&matchId=${venue.match}`);
        expect(pictures).toHaveLength(1);
        expect(Date.parse(pictures[0]?.capturedAt ?? '')).toBeGreaterThanOrEqual(seconds * 1000);
        expect((await bytesOf(`/image/${first}`)).length).toBeGreaterThan(100);
      });

      test('many at once are all stored', async () => {
        const pictures = await Promise.all(Array.from({ length: 12 }, (_, number) => photograph(number)));
        const ids = await Promise.all(
          pictures.map((picture, number) => upload(picture, { capturedAt: ago(20 - number) })),
        );
        expect(new Set(ids).size).toBe(12);
        expect((await latest()).id).toBe(ids.at(-1));
        for (const [number, id] of ids.entries()) {
          const { colour } = await lookAt(await bytesOf(`/image/${id}`));
          expect(Math.abs((colour[0] ?? 0) - number * 10)).toBeLessThan(6);
        }
      });
    });

    describe('an upload', () => {
      const form = (fields: readonly (readonly [name: string, value: string | Blob])[]) => {
        const data = new FormData();
        for (const [name, value] of fields) data.append(name, value);
        return { method: 'POST', headers: { 'x-upload-key': venue.key }, body: data };
      };
      const statusOf = async (init: RequestInit): Promise<number> =>
        (await get(`?matchId=${venue.match}`, init)).status;

      test('may be put', async () => {
        const init = { method: 'PUT', headers: { 'x-upload-key': venue.key } };
        expect(await statusOf({ ...init, body: new Uint8Array(await photograph(9)) })).toBe(201);
        expect((await lookAt(await bytesOf(`/image/${(await latest()).id ?? ''}`))).width).toBe(64);
      });

      test('may be the file of a form, among other fields', async () => {
        const file = new File([new Uint8Array(await photograph(8))], 'b1.jpg', { type: 'image/jpeg' });
        expect(
          await statusOf(
            form([
              ['camera', '1'],
              ['picture', file],
              ['more', '2'],
            ]),
          ),
        ).toBe(201);
        expect((await lookAt(await bytesOf(`/image/${(await latest()).id ?? ''}`))).width).toBe(64);
      });

      test('is named as no picture if it is a form without a file, or with another one', async () => {
        const other = new File(['hello'], 'hello.txt');
        const cut: RequestInit = {
          method: 'POST',
          headers: { 'x-upload-key': venue.key, 'content-type': 'multipart/form-data; boundary=x' },
          body: '--x\r\ncontent-disposition: form-data; filename=a\r\n\r\n',
        };
        for (const [init, error] of [
          [form([['camera', '1']]), 'The form has no file: send a picture as one.'],
          [form([['picture', other]]), 'Send a JPEG, PNG or WebP picture.'],
          [cut, 'The form has no file: send a picture as one.'],
        ] as const)
          expect(await refused(get(`?matchId=${venue.match}`, init))).toEqual({ status: 415, error });
        expect(await venue.failures()).toEqual(['type', 'type', 'type']);
      });

      test('of a camera that leaves bytes between a JPEG’s parts is a picture', async () => {
        const restarted = littered(restarting(), 'restarts');
        const id = await upload(restarted);
        expect((await lookAt(await bytesOf(`/image/${id}`))).width).toBe(320);
        expect((await refused(send(restarted.subarray(0, restarted.length >> 1)))).error).toBe(DAMAGED);
      });
    });

    describe('an upload is refused', () => {
      let good: string;
      beforeEach(async () => {
        good = await upload(await photograph(0), { capturedAt: ago(60) });
      });
      /** Whatever was refused, the last good picture stays, and the owner sees why. */
      const expectNoted = async (...reasons: string[]): Promise<void> => {
        expect((await latest()).id).toBe(good);
        expect((await bytesOf(`/image/${good}`)).length).toBeGreaterThan(100);
        expect(await venue.failures()).toEqual(reasons);
      };

      test('without the venue’s key, or with one that was revoked', async () => {
        const picture = await photograph(1);
        for (const key of ['', 'wrong', `${venue.key}x`])
          expect((await refused(send(picture, { key }))).status).toBe(401);
        await venue.revokeKey();
        expect((await refused(send(picture))).status).toBe(401);
        await expectNoted();
      });

      test('to another venue’s table, or one that there is not', async () => {
        for (const match of [venue.foreign, `${venue.match}9`, 'nowhere-b1'])
          expect([401, 404]).toContain((await refused(send(await photograph(1), { match }))).status);
        expect(await latest(venue.foreign)).toMatchObject(NO_UPLOAD);
        await expectNoted();
      });

      test.each(['', ' ', 'a b', '../x', 'a.b', 'é', 'x'.repeat(65)])('to the match %j', async (match) => {
        expect((await refused(send(await photograph(1), { match }))).status).toBe(422);
        await expectNoted();
      });

      test.each([
        '',
        'hello',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'GIF89a',
        'RIFF1234WAVE',
        '\x89PN',
      ])('of the content %j', async (content) => {
        expect(await refused(send(new TextEncoder().encode(content)))).toEqual({
          status: 415,
          error: 'Send a JPEG, PNG or WebP picture.',
        });
        await expectNoted('type');
      });

      test.each(['jpeg', 'png', 'webp'] as const)('when it is half of a %s', async (format) => {
        const whole = await plain(320, 240).toFormat(format).toBuffer();
        expect(await refused(send(whole.subarray(0, whole.length >> 1)))).toEqual({
          status: 422,
          error: DAMAGED,
        });
        await expectNoted('damaged');
      });

      test('when it moves', async () => {
        const { webp, png } = await moving();
        for (const sent of [webp, png])
          expect(await refused(send(sent))).toEqual({
            status: 422,
            error: 'The picture moves: send a still one.',
          });
        await expectNoted('moving', 'moving');
      });

      test('when it has, or claims to have, too many pixels', async () => {
        expect((await refused(send(await claiming()))).error).toContain('30000 × 30000 pixels');
        expect((await refused(send(await plain(1, 30_000).png().toBuffer()))).status).toBe(422);
        await expectNoted('dimensions', 'dimensions');
      });

      test('when it is larger than 10 MB, announced or not', async () => {
        const body = new Uint8Array(LIMIT + 1);
        body.set(await photograph(1));
        const unannounced: RequestInit & { duplex: 'half' } = {
          method: 'POST',
          headers: { 'x-upload-key': venue.key },
          body: new Blob([body]).stream(),
          duplex: 'half',
        };
        const form = new FormData();
        form.append('picture', new File([body], 'b1.jpg'));
        const formed = { method: 'POST', headers: { 'x-upload-key': venue.key }, body: form };
        for (const answer of [
          send(body),
          ...[unannounced, formed].map((init) => get(`?matchId=${venue.match}`, init)),
        ])
          expect(await refused(answer)).toEqual({ status: 413, error: 'The picture is larger than 10 MB.' });
        await expectNoted('size', 'size', 'size');
      });

      test('when its time is none, or long ago', async () => {
        const picture = await photograph(1);
        for (const capturedAt of ['yesterday', '2026', '2026-13-45T99:00:00Z', ago(25 * 60 * 60)])
          expect((await refused(send(picture, { capturedAt }))).status, capturedAt).toBe(422);
        await expectNoted('time', 'time', 'time', 'time');
      });

      test('when it comes by another method', async () => {
        for (const [path, allow] of [
          ['', 'GET, HEAD, POST, PUT'],
          [`/image/${good}`, 'GET, HEAD'],
        ] as const) {
          const answer = await get(path, { method: 'DELETE' });
          expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
            status: 405,
            allow,
          });
        }
        expect((await refused(get(`/image/${good}`, { method: 'POST', body: 'x' }))).status).toBe(405);
      });
    });

    describeMarks(get, () => venue);
    describeResults(get, () => ({ ...service, venue }));
    describeTournaments(get, () => ({ ...service, venue }));

    describe('a table that is scored', () => {
      const SCORES = { p1: 'Salma', p2: 'Mehdi', s1: 3, s2: 5 };

      test('has a picture of its board without any camera', async () => {
        await venue.score(SCORES);
        const { id = '', ...reply } = await latest();
        expect(reply).toMatchObject({ ok: true, source: 'board', title: 'Table 1' });
        expect(id).toMatch(ID);
        expect(await lookAt(await bytesOf(`/image/${id}`))).toMatchObject({
          format: 'jpeg',
          width: 1920,
          height: 1080,
        });
        expect(await lookAt(await bytesOf(`/small/${id}`))).toMatchObject({ width: 480, height: 270 });
        const { dataUrl = '' } = await read(`?latestData=1&matchId=${venue.match}`);
        expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/);
      });

      test('everybody who asks at once sees the same picture', async () => {
        await venue.score(SCORES);
        const ids = await Promise.all(Array.from({ length: 5 }, async () => (await latest()).id));
        expect(new Set(ids).size).toBe(1);
        const pictures = await Promise.all(ids.map((id) => bytesOf(`/image/${id ?? ''}`)));
        for (const picture of pictures) expect(picture).toEqual(pictures[0]);
      });

      test('shows its words in the language that is asked for, and English otherwise', async () => {
        await venue.score(SCORES);
        const { id = '' } = await latest();
        const [plainly, english, french, arabic, unknown] = await Promise.all(
          ['', '?lang=en', '?lang=fr', '?lang=ar', '?lang=xx'].map((lang) =>
            bytesOf(`/preview/${id}${lang}`),
          ),
        );
        expect(plainly).toEqual(english);
        expect(unknown).toEqual(english);
        expect(french).not.toEqual(english);
        expect(arabic).not.toEqual(english);
      });

      test('shows the newer of the board and the upload', async () => {
        const sent = await upload(await photograph(1), { capturedAt: ago(5) });
        await venue.score(SCORES);
        const { id: drawn, source } = await latest();
        expect(source).toBe('board');
        const newer = await upload(await photograph(2));
        expect((await latest()).id).toBe(newer);
        await venue.score({ ...SCORES, s1: 4 });
        const { id: again } = await latest();
        const { pictures = [] } = await read(`?history=1&matchId=${venue.match}`);
        expect(pictures.map(({ id }) => id)).toEqual([again, newer, drawn, sent]);
      });
    });

    test('a venue whose page is switched off shows nothing, and all of it when it is switched on', async () => {
      const id = await upload(await photograph(1));
      await venue.setPublic(false);
      const off = { ok: false, error: 'This page is switched off.' };
      expect(await latest()).toEqual(off);
      expect(await read(`?latestData=1&matchId=${venue.match}`)).toEqual(off);
      expect(await read(`?history=1&matchId=${venue.match}`)).toEqual({ ok: true, pictures: [] });
      for (const form of ['image', 'small', 'preview'])
        expect((await refused(get(`/${form}/${id}`))).status).toBe(404);
      const page = await get(`/page?matchId=${venue.match}&version=${id}&path=/s/gd/`);
      expect(await page.text()).not.toContain(id);
      const newer = await upload(await photograph(2));
      await venue.setPublic(true);
      expect((await latest()).id).toBe(newer);
      expect((await get(`/image/${id}`)).status).toBe(200);
    });

    describe('a shared link’s page', () => {
      const pageOf = async (version: string, path = '/s/gd/', match = venue.match): Promise<string> => {
        const query = new URLSearchParams({ matchId: match, version, path });
        return (await get(`/page?${query.toString()}`)).text();
      };
      const contents = (html: string, name: string): string[] =>
        [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))].map(
          ([, content = '']) => content,
        );

      test('previews as the picture, with absolute addresses', async () => {
        const id = await upload(await photograph(1));
        const html = await pageOf(id);
        const image = `${service.address}/preview/${id}?lang=en`;
        expect(contents(html, 'og:image')).toEqual([image]);
        expect(contents(html, 'twitter:image')).toEqual([image]);
        expect(contents(html, 'og:image:width')).toEqual(['1200']);
        expect(contents(html, 'og:image:height')).toEqual(['630']);
        expect(contents(html, 'og:image:type')).toEqual(['image/jpeg']);
        expect(contents(html, 'og:title')).toEqual(['Table 1']);
        expect(contents(html, 'og:url')).toEqual([`${service.site}/s/gd/${id}?match=${venue.match}`]);
        expect(contents(html, 'og:description')[0]).toMatch(/ 20\d\d, \d\d:\d\d/);
        expect(html.match(/<title>/g)).toHaveLength(1);
        const preview = await service.send(new Request(image));
        expect(preview.headers.get('content-type')).toBe('image/jpeg');
        expect(await lookAt(new Uint8Array(await preview.arrayBuffer()))).toMatchObject({
          width: 1200,
          height: 630,
        });
      });

      test('names the venue, and the first table as screens do, in each language', async () => {
        await venue.arrange('public.update_venue(title => $1)', ['Café <du> Port']);
        await venue.rename('Overlay 1');
        await venue.score({ p1: 'Salma', p2: 'Mehdi', s1: 3, s2: 5 });
        const { id = '', venue: named } = await latest();
        expect(named).toBe('Café <du> Port');
        for (const [path, table] of [
          ['/s/gd/', 'Table 1'],
          ['/ar/s/gd/', 'الطاولة 1'],
        ] as const) {
          const html = await pageOf(id, path);
          expect(contents(html, 'og:title')).toEqual([
            `\u2068${table}\u2069 · \u2068Salma\u2069 3–5 \u2068Mehdi\u2069 · \u2068Café &lt;du&gt; Port\u2069`,
          ]);
          expect(contents(html, 'og:description')[0]).toMatch(/^\u2068Café &lt;du&gt; Port\u2069 · /);
        }
        await venue.setPublic(false);
        expect(JSON.stringify(await latest())).not.toContain('Café');
        expect(await pageOf(id)).not.toContain('Café');
      });

      test('says names and score of a drawn one, whatever they are', async () => {
        await venue.rename(`"T" <1> & 'x'`);
        await venue.score({ p1: '"><script>alert(1)</script>', p2: "$& محمد 🎱 '", s1: 7, s2: 2 });
        const { id = '' } = await latest();
        const html = await pageOf(id, '/ar/s/gd/');
        expect(html).not.toContain('<script>alert(1)');
        const title =
          '\u2068&quot;T&quot; &lt;1&gt; &amp; &#39;x&#39;\u2069 · ' +
          '\u2068&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\u2069 7–2 \u2068$&amp; محمد 🎱 &#39;\u2069';
        expect(contents(html, 'og:title')).toEqual([title]);
        expect(html).toContain(`<title>${title}</title>`);
        expect(contents(html, 'og:image')).toEqual([`${service.address}/preview/${id}?lang=ar`]);
        expect(contents(html, 'og:url')).toEqual([`${service.site}/ar/s/gd/${id}?match=${venue.match}`]);
        expect(contents(html, 'og:description')[0]).toMatch(/لوحة النتائج .*\d\d:\d\d/);
      });

      test('shows the picture of the link, and the latest where the link names none of this table', async () => {
        const first = await upload(await photograph(1), { capturedAt: ago(9) });
        const second = await upload(await photograph(2));
        const elsewhere = await upload(await photograph(3), { match: venue.second });
        const shown = async (version: string): Promise<string | undefined> =>
          /\/preview\/([^?]+)/.exec(contents(await pageOf(version), 'og:image')[0] ?? '')?.[1];
        expect(await shown(first)).toBe(first);
        for (const version of [second, elsewhere, 'x'.repeat(22), '../../x', ''])
          expect(await shown(version), version).toBe(second);
      });

      test('is no page at the service’s own address, where the site’s rules don’t hold', async () => {
        const { headers } = await get(`/page?matchId=${venue.match}&version=&path=/s/gd/`);
        expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      });

      test('is the page as it is where there is no picture, and there is no other page', async () => {
        for (const match of [venue.match, 'nowhere-b1', '"><script>', ''])
          expect(await pageOf('', '/s/gd/', match)).toBe(await pageOf('', '/s/gd/', 'nowhere-b2'));
        for (const path of ['/', '/fr/', '/s/gd', '/../s/gd/', '//elsewhere.test/s/gd/', ''])
          expect((await refused(get(`/page?path=${encodeURIComponent(path)}`))).status, path).toBe(404);
      });
    });
  });
};
