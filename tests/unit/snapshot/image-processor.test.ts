import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { colour } from '../../../src/build/colours.ts';
import { imageProcessor } from '../../../supabase/embedded/snapshots/image-processor.ts';
import { createDenoImageProcessor } from '../../../supabase/functions/snapshot/deno-image-processor.ts';
import {
  claiming,
  grainy,
  littered,
  lookAt,
  moving,
  plain,
  restarting,
  sideways,
  stuffed,
  withoutCodes,
} from '../../contract/snapshot-pictures.ts';

/** The result of an uploaded picture, and files that aren't pictures. */

const JPEGS = {
  jpeg: await grainy().jpeg().toBuffer(),
  'progressive jpeg': await grainy().jpeg({ progressive: true }).toBuffer(),
};
const PNGS = {
  png: await grainy().png().toBuffer(),
  'interlaced png': await grainy().png({ progressive: true }).toBuffer(),
  'png with a palette': await grainy().png({ palette: true }).toBuffer(),
};
const WEBPS = {
  webp: await grainy().webp().toBuffer(),
  'webp with alpha': await grainy().ensureAlpha(0.5).webp().toBuffer(),
  'lossless webp': await grainy().webp({ lossless: true }).toBuffer(),
};
const ALL = Object.entries({ ...JPEGS, ...PNGS, ...WEBPS });

const { resolve } = createRequire(import.meta.url);
/** This server's, and the one of an edge function, which runs here as well. */
const IMAGE_PROCESSORS = [
  ['sharp', imageProcessor],
  [
    'ImageMagick',
    await createDenoImageProcessor(readFileSync(resolve('@imagemagick/magick-wasm/magick.wasm'))),
  ],
] as const;

const restarted = restarting();
const noise = await grainy(64, 64).raw().toBuffer();

const DAMAGED = {
  status: 422,
  code: 'damaged',
  message: 'The picture is damaged or incomplete: send it again.',
};

/** 25 megapixels take seconds on a machine that does other things too. */
const SLOW = { timeout: 60_000 };

describe.each(IMAGE_PROCESSORS)('%s', SLOW, (_, { toPhoto, toMark, fit }) => {
  describe('a picture counts when it can be shown', () => {
    test.each(ALL)('%s: whole, and as it was seen', async (kind, bytes) => {
      const { bytes: kept, ...size } = await toPhoto(bytes);
      expect(size).toEqual({ width: 320, height: 240 });
      expect(await lookAt(kept)).toMatchObject({ format: 'jpeg', ...size, hasMetadata: false });
      const seen = async (picture: Uint8Array): Promise<number> => {
        const pixels = await sharp(picture)
          .flatten({ background: colour('room-950') })
          .raw()
          .toBuffer();
        return pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
      };
      expect(Math.abs((await seen(kept)) - (await seen(bytes))), kind).toBeLessThan(3);
    });

    test.each(ALL)('%s: not without its end', async (_, bytes) => {
      for (const size of [
        20,
        bytes.length >> 1,
        bytes.length - 1000,
        bytes.length - 12,
        bytes.length - 2,
        bytes.length - 1,
      ])
        await expect(
          toPhoto(bytes.subarray(0, size)),
          `${size} of ${bytes.length} bytes`,
        ).rejects.toMatchObject(DAMAGED);
    });

    test.each(Object.entries({ ...JPEGS, ...PNGS }))('%s: not with a hole in it', async (_, bytes) => {
      const middle = bytes.length >> 1;
      await expect(toPhoto(Buffer.from(bytes).fill(0, middle)), 'no second half').rejects.toMatchObject(
        DAMAGED,
      );
      await expect(
        toPhoto(Buffer.from(bytes).fill(0xff, middle, middle + 64)),
        'noise',
      ).rejects.toMatchObject(DAMAGED);
    });

    test('whatever its size: the last rows of a smaller glance would not be read', async () => {
      for (const [width, height] of [
        [5000, 2500],
        [475, 225],
        [363, 209],
        [16, 16],
      ] as const) {
        const bytes = await plain(width, height).jpeg().toBuffer();
        const photo = await toPhoto(bytes);
        const shrunk = width / photo.width;
        expect(Math.abs(height / shrunk - photo.height)).toBeLessThan(1);
        expect(photo.width).toBeLessThanOrEqual(3840);
        expect(photo.width).toBeGreaterThanOrEqual(Math.min(width, 1920));
      }
    });

    test.each(['\xff\xd8\xff', '\x89PNG\r\n\x1a\n1234', 'RIFF\x04\0\0\0WEBPVP8 '])(
      '%j only begins like one',
      async (beginning) => {
        await expect(toPhoto(Buffer.from(beginning, 'latin1'))).rejects.toMatchObject(DAMAGED);
      },
    );

    test.each(['gif', 'tiff', 'avif'] as const)('a real %s is of no kind that is taken', async (format) => {
      await expect(toPhoto(await plain(16, 16).toFormat(format).toBuffer())).rejects.toMatchObject({
        status: 415,
        code: 'type',
        message: 'Send a JPEG, PNG or WebP picture.',
      });
    });

    test.each([
      [8192, 3051],
      [8192, 3052],
      [8193, 16],
      [16, 30_000],
      [1, 1],
      [15, 320],
    ])('%i × %i pixels', async (width, height) => {
      const photo = toPhoto(await plain(width, height).png().toBuffer());
      if (width === 8192 && height === 3051) {
        expect((await photo).width).toBe(3840);
        return;
      }
      await expect(photo).rejects.toMatchObject({
        status: 422,
        code: 'dimensions',
        message: `The picture has ${width} × ${height} pixels: send 16 to 8192 a side, and at most 25 megapixels.`,
      });
    });

    test('its size is looked at before it is decoded', async () => {
      await expect(toPhoto(await claiming())).rejects.toMatchObject({ code: 'dimensions' });
    });

    test('one that moves is refused', async () => {
      const { webp, png } = await moving();
      for (const bytes of [webp, png])
        await expect(toPhoto(bytes)).rejects.toMatchObject({ status: 422, code: 'moving' });
    });

    test('the slip of Samsung’s cameras, which every browser shows, is none', async () => {
      const slip = Buffer.from(JPEGS.jpeg);
      const scan = slip.indexOf(Buffer.from([0xff, 0xda]));
      // The end of the spectral selection, which is 63 by the standard.
      slip[scan + slip.readUInt16BE(scan + 2)] = 0;
      expect((await toPhoto(slip)).width).toBe(320);
      await expect(toPhoto(slip.subarray(0, slip.length >> 1))).rejects.toMatchObject(DAMAGED);
    });
  });

  describe('bytes between a picture’s parts, as cheap cameras leave them, are passed over', () => {
    const blank = Buffer.alloc(608, ' ');
    const LITTERED = {
      'before every restart': [restarted, littered(restarted, 'restarts')],
      'before a comment': [JPEGS.jpeg, littered(JPEGS.jpeg, 'comment', blank)],
      'before a comment of a progressive one': [
        JPEGS['progressive jpeg'],
        littered(JPEGS['progressive jpeg'], 'comment', blank),
      ],
      'before the end': [JPEGS.jpeg, littered(JPEGS.jpeg, 'end', noise.subarray(0, 1263))],
      'before the end, after restarts': [restarted, littered(restarted, 'end', blank)],
    } as const;

    test.each(Object.entries(LITTERED))('%s: the same picture', async (_, [clean, sent]) => {
      const kept = await toPhoto(sent);
      expect(Buffer.from(kept.bytes).equals((await toPhoto(clean)).bytes)).toBe(true);
    });

    test.each(Object.entries(LITTERED))('%s: not without its end, nor with a hole', async (_, [, sent]) => {
      for (const bytes of [sent.subarray(0, sent.length >> 1), sent.subarray(0, -2)])
        await expect(toPhoto(bytes), `${bytes.length} bytes`).rejects.toMatchObject(DAMAGED);
      const middle = sent.indexOf(Buffer.from([0xff, 0xda])) + (restarted.length >> 1);
      await expect(
        toPhoto(Buffer.concat([sent.subarray(0, middle), sent.subarray(middle + 400)])),
      ).rejects.toMatchObject(DAMAGED);
    });

    test('also a frame without the tables that Motion JPEG leaves out', async () => {
      const standard = await grainy().jpeg({ optimiseCoding: false }).toBuffer();
      const frame = withoutCodes(standard);
      expect(frame.length).toBeLessThan(standard.length);
      const kept = await toPhoto(littered(frame, 'end', blank));
      expect(Buffer.from(kept.bytes).equals((await toPhoto(standard)).bytes)).toBe(true);
    });
  });

  test('a portrait keeps the head of a tall picture, and the middle of a wide one', async () => {
    const head = { left: 180, top: 50, width: 240, height: 240 };
    const tall = await plain(600, 1200)
      .composite([{ input: await plain(240, 240, 250).png().toBuffer(), left: head.left, top: head.top }])
      .jpeg()
      .toBuffer();
    const wide = await plain(1200, 600)
      .composite([{ input: await plain(240, 240, 250).png().toBuffer(), left: 480, top: 50 }])
      .withMetadata({ orientation: 1 })
      .jpeg()
      .toBuffer();
    const lying = await sharp(tall).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    for (const [name, picture, top] of [
      ['tall', tall, 0],
      ['held sideways', lying, 0],
      ['wide', wide, 33],
    ] as const) {
      const { data, info } = await sharp(await toMark(picture, 'portrait'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height], name).toEqual([400, 400]);
      const red = (x: number, y: number): boolean => (data[(y * info.width + x) * info.channels] ?? 0) > 150;
      const rows = Array.from({ length: 400 }, (_, y) => y).filter((y) => red(200, y));
      const columns = Array.from({ length: 400 }, (_, x) => x).filter((x) => red(x, 100));
      const near = (value: number | undefined, wanted: number): boolean =>
        Math.abs((value ?? NaN) - wanted) <= 3;
      expect(
        [near(rows[0], top), near(rows.length, 160), near(columns[0], 120), near(columns.length, 160)],
        `${name}: ${rows[0]} ${rows.length} ${columns[0]} ${columns.length}`,
      ).toEqual([true, true, true, true]);
    }
  });

  describe('the stored picture', () => {
    test('is upright, in the colours that were meant, and tells no place and no camera', async () => {
      const { bytes, width, height } = await toPhoto(await sideways());
      const { colour: kept, ...look } = await lookAt(bytes);
      expect(look).toEqual({ format: 'jpeg', width: 32, height: 64, hasMetadata: false });
      expect({ width, height }).toEqual({ width: 32, height: 64 });
      const [red = 0, green = 0] = kept;
      expect([Math.abs(red - 200) < 8, Math.abs(green - 90) < 8]).toEqual([true, true]);
    });

    test('is a picture also where its colours are described in nonsense', async () => {
      const described = await sideways();
      const profile = described.indexOf('ICC_PROFILE') + 14;
      for (const length of [4, 100, 400]) {
        const nonsense = Buffer.from(described).fill(0xaa, profile, profile + length);
        expect(await lookAt((await toPhoto(nonsense)).bytes)).toMatchObject({
          width: 32,
          hasMetadata: false,
        });
      }
    });

    test('of six megabytes of metadata, nothing', async () => {
      const sent = await stuffed(90);
      expect(sent.length).toBeGreaterThan(5_000_000);
      expect((await toPhoto(sent)).bytes.length).toBeLessThan(2000);
    });

    test('where nothing is to be seen, the room is dark', async () => {
      const clear = await plain(20, 20).ensureAlpha(0).png().toBuffer();
      const dark = colour('room-950');
      const { colour: seen } = await lookAt((await toPhoto(clear)).bytes);
      const wanted = [1, 3, 5].map((at) => parseInt(dark.slice(at, at + 2), 16));
      expect(seen.map((part, index) => Math.abs(part - (wanted[index] ?? 0)) <= 3)).toEqual([
        true,
        true,
        true,
      ]);
    });
  });

  test('a picture is fitted into any size, and into what messengers take, however grainy it is', async () => {
    const noise = await sharp({
      create: {
        width: 2400,
        height: 1260,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    const fitted = await fit(noise, { width: 1200, height: 630 });
    expect(fitted.length).toBeLessThan(300_000);
    expect(await lookAt(fitted)).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const tall = await fit(await plain(100, 1000, 200).jpeg().toBuffer(), { width: 480, height: 270 });
    expect(await lookAt(tall)).toMatchObject({ width: 480, height: 270 });
    const corner = await sharp(tall).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer();
    expect(corner[0]).toBeLessThan(20);
  });
});
