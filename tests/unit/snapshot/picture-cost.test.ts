import { expect, test } from 'vitest';
import { pictureIn } from '../../../supabase/functions/snapshot/form.ts';
import { mendedJpeg } from '../../../supabase/functions/snapshot/mended-jpeg.ts';

/**
 * Pictures made to keep a server busy are refused early, since both homes decode where they answer all requests. They
 * take less than an honest picture of the largest size. Time is this thread's own on a processor, whatever else the
 * machine does.
 */

const MOST_BYTES = 10 * 2 ** 20;

const segment = (marker: number, bytes: readonly number[] | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
    Buffer.from(bytes),
  ]);
const jpeg = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])]);
const frame = (side: number, sampling: number): Buffer =>
  segment(0xc0, [8, side >> 8, side & 255, side >> 8, side & 255, 2, 1, 0x11, 0, 2, sampling, 0]);
const scan = (...named: readonly number[]): Buffer =>
  segment(0xda, [named.length, ...named.flatMap((id) => [id, 0]), 0, 63, 0]);
const repeated = (times: number, part: Buffer): Buffer[] => Array.from({ length: times }, () => part);

/** Processor time in microseconds: the least of three, as the first includes compiling. */
const cost = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const from = process.threadCpuUsage();
      work();
      const { user, system } = process.threadCpuUsage(from);
      return user + system;
    }),
  );

/** Blocks of one colour, of six bits each. */
const SIDE = 29_696;
const honest = jpeg(
  frame(SIDE, 0x11),
  scan(1),
  Buffer.alloc(((SIDE / 8) ** 2 * 6) / 8, Buffer.from([0x28, 0xa2, 0x8a])),
);
const honestCost = cost(() => {
  expect(mendedJpeg(honest)).toHaveLength(honest.length);
});

test.each([
  [
    'parts of no size, named a hundred times',
    jpeg(frame(65_535, 0), scan(...Array.from({ length: 100 }, () => 2))),
  ],
  ['tables alone', jpeg(...repeated(152, segment(0xc4, new Uint8Array(17 * 3850))))],
  [
    'scans of a block each before a long tail',
    jpeg(
      frame(8, 0x11),
      ...repeated(20_000, Buffer.concat([scan(1), Buffer.from([0x2b, 0])])),
      Buffer.alloc(9_700_000),
    ),
  ],
  ['comments alone', jpeg(Buffer.alloc(10_400_000, segment(0xfe, [])))],
])('a JPEG of %s takes less time than an honest one', (_, bytes) => {
  expect(bytes.length).toBeLessThanOrEqual(MOST_BYTES);
  expect(cost(() => mendedJpeg(bytes))).toBeLessThan(honestCost);
});

test.each([
  ['the start of its boundary', '-', `${'-'.repeat(199)}x`],
  ['parts without a file', '--a\r\n\r\n\r\n', 'a'],
])('a form full of %s takes less time than an honest picture', (_, part, boundary) => {
  const body = new Uint8Array(Buffer.alloc(MOST_BYTES, part));
  const type = `multipart/form-data; boundary=${boundary}`;
  expect(
    cost(() => {
      expect(() => pictureIn(body, type)).toThrow('The form has no file');
    }),
  ).toBeLessThan(honestCost);
});
