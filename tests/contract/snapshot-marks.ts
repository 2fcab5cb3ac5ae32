import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { claiming, lookAt, moving, photograph, plain, polyglot, sideways } from './snapshot-pictures.ts';
import type { PicturedVenue } from './snapshot-venue.ts';

interface Reply {
  readonly ok: boolean;
  readonly id?: string;
  readonly error?: string;
  readonly reason?: string;
}

const LIMIT = 10 * 1024 * 1024;

/** A logo of which only a disc in the middle is seen. */
const disc = (width: number, height: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <circle cx="50%" cy="50%" r="${height / 4}" fill="#c8102e"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

/** The four numbers of one pixel. */
const pixelOf = async (bytes: Uint8Array, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).ensureAlpha().raw().toBuffer()),
];

/** Checks how a service handles logos and portraits, the marks of a venue's sponsors and players. */
export const describeMarks = (
  get: (path: string, init?: RequestInit) => Promise<Response>,
  venueOf: () => PicturedVenue,
): void => {
  const sendWith = (ticket: string, body: Uint8Array): Promise<Response> =>
    get('/mark', { method: 'POST', headers: { 'x-upload-key': ticket }, body: new Uint8Array(body) });
  const send = async (kind: 'logo' | 'portrait', body: Uint8Array): Promise<Response> =>
    sendWith(await venueOf().ticket(kind), body);
  const idOf = async (answer: Promise<Response>): Promise<string> => {
    const given = await answer;
    const { id = '', ...reply } = (await given.json()) as Reply;
    expect({ status: given.status, ...reply }).toEqual({ status: 201, ok: true });
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    return id;
  };
  const refused = async (answer: Promise<Response>): Promise<string> => {
    const given = await answer;
    const { ok, error, reason } = (await given.json()) as Reply;
    expect({ ok, error }).toEqual({ ok: false, error: expect.stringMatching(/\w/) as string });
    return `${given.status} ${reason ?? ''}`;
  };
  const bytesOf = async (id: string): Promise<Uint8Array> =>
    new Uint8Array(await (await get(`/mark/${id}`)).arrayBuffer());

  describe('a mark', () => {
    test('that is a logo is kept as a PNG, transparent where it is, within 1200 × 600', async () => {
      const bytes = await bytesOf(await idOf(send('logo', await disc(3000, 1000))));
      expect(await lookAt(bytes)).toMatchObject({
        format: 'png',
        width: 1200,
        height: 400,
        hasMetadata: false,
      });
      expect(await pixelOf(bytes, 2, 2)).toHaveLength(4);
      expect((await pixelOf(bytes, 2, 2))[3]).toBe(0);
      const [red = 0, green = 255, , alpha] = await pixelOf(bytes, 600, 200);
      expect({ isRed: red > 180 && green < 40, alpha }).toEqual({ isRed: true, alpha: 255 });
      const upright = await bytesOf(await idOf(send('logo', await disc(300, 900))));
      expect(await lookAt(upright)).toMatchObject({ width: 200, height: 600 });
      const small = await bytesOf(await idOf(send('logo', await disc(40, 20))));
      expect(await lookAt(small)).toMatchObject({ width: 40, height: 20 });
      for (const format of ['jpeg', 'webp'] as const) {
        const other = await idOf(send('logo', await plain(40, 20, 200).toFormat(format).toBuffer()));
        expect(await lookAt(await bytesOf(other))).toMatchObject({ format: 'png', width: 40 });
      }
    });

    test('that is a portrait is a JPEG of 400 × 400, its middle', async () => {
      const sides = [plain(300, 900, 0), plain(300, 900, 250), plain(300, 900, 0)];
      const wide = sharp({ create: { width: 900, height: 900, channels: 3, background: '#000' } }).composite(
        await Promise.all(
          sides.map(async (side, index) => ({
            input: await side.png().toBuffer(),
            left: index * 300,
            top: 0,
          })),
        ),
      );
      const cropped = await sharp(await wide.png().toBuffer())
        .resize(900, 300, { fit: 'fill' })
        .jpeg()
        .toBuffer();
      const bytes = await bytesOf(await idOf(send('portrait', cropped)));
      const { colour, ...look } = await lookAt(bytes);
      expect(look).toEqual({ format: 'jpeg', width: 400, height: 400, hasMetadata: false });
      for (const at of [20, 380]) expect((await pixelOf(bytes, at, 200))[0]).toBeGreaterThan(200);
      expect(colour[0]).toBeGreaterThan(200);
      const clear = await bytesOf(await idOf(send('portrait', await disc(64, 64))));
      expect(await lookAt(clear)).toMatchObject({ format: 'jpeg', width: 400, height: 400 });
      expect((await pixelOf(clear, 2, 2)).every((value, index) => index === 3 || value < 40)).toBe(true);
      const upright = await bytesOf(await idOf(send('portrait', await sideways())));
      expect(await lookAt(upright)).toMatchObject({ width: 400, height: 400, hasMetadata: false });
    });

    test('is everybody’s to see and to keep, and nothing but a picture', async () => {
      const id = await idOf(send('logo', await polyglot()));
      await venueOf().setPublic(false);
      const answer = await get(`/mark/${id}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(new TextDecoder('latin1').decode(bytes)).not.toContain('<script');
      const head = await get(`/mark/${id}`, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(bytes.length));
      // It is no picture of a table.
      for (const form of ['image', 'small', 'preview'])
        expect((await get(`/${form}/${id}`)).status).toBe(404);
    });

    test.each(['', 'unknown', 'x'.repeat(22), '..%2f..%2fpackage.json', 'a/b'])(
      'at /mark/%s there is none',
      async (id) => {
        expect((await get(`/mark/${id}`)).status).toBe(404);
      },
    );

    test('is taken once with its ticket, and with nothing else', async () => {
      const picture = await photograph(1);
      const ticket = await venueOf().ticket('logo');
      await idOf(sendWith(ticket, picture));
      for (const wrong of [ticket, '', 'wrong', venueOf().key])
        expect(await refused(sendWith(wrong, picture))).toBe('401 key');
      const spoilt = await venueOf().ticket('logo');
      expect(await refused(sendWith(spoilt, picture.subarray(0, 99)))).toBe('422 damaged');
      expect(await refused(sendWith(spoilt, picture))).toBe('401 key');
    });

    test('is not taken when it can’t be shown', async () => {
      const { webp, png } = await moving();
      const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
      const large = new Uint8Array(LIMIT + 1);
      large.set(await photograph(1));
      for (const [body, why] of [
        [new Uint8Array(), '415 type'],
        [drawing, '415 type'],
        [new TextEncoder().encode('GIF89a'), '415 type'],
        [webp, '422 moving'],
        [png, '422 moving'],
        [await claiming(), '422 dimensions'],
        [await plain(1, 30_000).png().toBuffer(), '422 dimensions'],
        [large, '413 size'],
      ] as const)
        expect(await refused(send('logo', body)), why).toBe(why);
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const whole = await plain(320, 240).toFormat(format).toBuffer();
        for (const kind of ['logo', 'portrait'] as const)
          expect(await refused(send(kind, whole.subarray(0, whole.length >> 1)))).toBe('422 damaged');
      }
    });

    test('comes by no other method', async () => {
      const answer = await get('/mark', { method: 'DELETE' });
      expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
        status: 405,
        allow: 'GET, HEAD, POST',
      });
    });
  });
};
