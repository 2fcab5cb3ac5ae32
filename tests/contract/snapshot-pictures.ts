import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Pictures as cameras send them, some with faults. */

/** Grain like a camera's, the same in every run: nearly every byte of the file decides about some pixel. */
export const grainy = (width = 320, height = 240, seed = 1) => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0, state = seed; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    pixels[index] = 90 + ((index / 80) % 60) + ((state >> 16) % 60);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

export const plain = (width: number, height: number, red = 0) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 60 } } });

/** A camera's JPEG; one with another number is another picture. */
export const photograph = (number = 0): Promise<Buffer> =>
  plain(64, 48, number * 10)
    .jpeg()
    .toBuffer();

/** Held sideways, with a place, a camera's name, a colour profile and a small picture of itself in its metadata. */
export const sideways = (): Promise<Buffer> =>
  plain(64, 32, 200)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Make: 'Camera', Orientation: '6' }, IFD3: { GPSLatitude: '33/1 35/1 0/1' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();

/** A JPEG with as much metadata as fits into its segments, each as large as can be. */
export const stuffed = async (segments: number): Promise<Buffer> => {
  const jpeg = await photograph();
  const segment = Buffer.alloc(65_537, 0x41);
  segment.writeUInt32BE(0xff_e1_ff_ff, 0);
  segment.write('Exif\0\0', 4, 'latin1');
  const all = Array.from({ length: segments }, () => segment);
  return Buffer.concat([jpeg.subarray(0, 2), ...all, jpeg.subarray(2)]);
};

const MARKER = { scan: Buffer.from([0xff, 0xda]), end: Buffer.from([0xff, 0xd9]) };

/** A JPEG of 320 × 240 pixels with restart markers, which sharp can't write. */
export const restarting = (): Buffer => readFileSync(new URL('restart.jpg', import.meta.url));

/** Bytes that belong to no part, such as some cameras leave, put into a JPEG; none of them is a marker. */
export const littered = (
  jpeg: Buffer,
  where: 'restarts' | 'comment' | 'end',
  litter = Buffer.from([0x12, 0x34, 0x56, 0x78]),
): Buffer => {
  if (where === 'end') return Buffer.concat([jpeg.subarray(0, -2), litter, MARKER.end]);
  if (where === 'comment') {
    const comment = Buffer.from('\xff\xfe\0\x06cam.', 'latin1');
    const after = 2 + 2 + jpeg.readUInt16BE(4);
    return Buffer.concat([jpeg.subarray(0, after), litter, comment, jpeg.subarray(after)]);
  }
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = jpeg.indexOf(MARKER.scan); at < jpeg.length; at += 1) {
    if (jpeg[at] !== 0xff || ((jpeg[at + 1] ?? 0) & 0xf8) !== 0xd0) continue;
    parts.push(jpeg.subarray(from, at), litter.subarray(0, 2 + (parts.length % 3)));
    from = at;
  }
  return Buffer.concat([...parts, jpeg.subarray(from)]);
};

/** A JPEG without its Huffman tables, as a frame of Motion JPEG. */
export const withoutCodes = (jpeg: Buffer): Buffer => {
  const parts = [jpeg.subarray(0, 2)];
  for (let at = 2; ;) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const marker = jpeg[at + 1];
    if (marker === 0xda) return Buffer.concat([...parts, jpeg.subarray(at)]);
    if (marker !== 0xc4) parts.push(jpeg.subarray(at, end));
    at = end;
  }
};

/** A picture by its first bytes, and a page by its last. */
export const polyglot = async (): Promise<Buffer> =>
  Buffer.concat([await photograph(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);

/** A PNG of a few bytes that says it has 30,000 × 30,000 pixels. */
export const claiming = async (): Promise<Buffer> => {
  const png = await plain(16, 16).png().toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  // The header's checksum: https://www.w3.org/TR/png-3/#5CRC-algorithm
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

export const moving = async (): Promise<{ readonly webp: Buffer; readonly png: Buffer }> => {
  const frames = [await plain(16, 16, 1).png().toBuffer(), await plain(16, 16, 200).png().toBuffer()];
  const png = await plain(16, 16).png().toBuffer();
  const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
  control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
  return {
    webp: await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
    png: Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]),
  };
};

export interface Look {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Whether its file says anything besides. */
  readonly hasMetadata: boolean;
  /** The middle pixel. */
  readonly colour: readonly number[];
}

/** The visible properties of a picture. */
export const lookAt = async (bytes: Uint8Array): Promise<Look> => {
  const { format, width, height, ...metadata } = await sharp(bytes).metadata();
  const middle = await sharp(bytes)
    .extract({ left: width >> 1, top: height >> 1, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const hasMetadata = [metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation].some(
    (part) => part !== undefined,
  );
  return { format, width, height, hasMetadata, colour: [...middle] };
};
