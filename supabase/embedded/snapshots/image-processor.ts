import sharp, { type Sharp } from 'sharp';
import {
  checkContent,
  damaged,
  MAX_PIXELS,
  takenKindOf,
  type Kind,
} from '../../functions/snapshot/content.ts';
import { mendedJpeg } from '../../functions/snapshot/mended-jpeg.ts';
import type { MarkKind } from '../../../src/core/branding/mark.ts';
import type { ImageProcessor, Photo, Size } from '../../functions/snapshot/ports.ts';
import {
  DARK,
  FITTED_BYTES,
  FITTED_QUALITIES,
  KEPT_QUALITY,
  KEPT_SIDE,
  LOGO_SIZE,
  portraitPart,
  PORTRAIT_SIZE,
} from '../../functions/snapshot/image-sizes.ts';

/** An image browsers can show, as sent. */
interface Picture {
  readonly kind: Kind;
  readonly bytes: Buffer;
  /** Pixels. */
  readonly height: number;
}

/** A PNG's last chunk. */
const PNG_END = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

/** Bytes at the end of the image data; more than encoders' padding. */
const SURELY_NEEDED = 64;

/** Samsung cameras produce this; every browser shows such images. https://github.com/lovell/sharp/issues/1578 */
const HARMLESS = /^VipsJpeg: Invalid SOS parameters for sequential JPEG$/;

// No image is decoded twice, and the other cores are for requests.
sharp.cache(false);
sharp.concurrency(1);

/**
 * A JPEG without the last bytes of its data; undefined if its end marker is missing. Anything after the marker, such as
 * a phone's motion photo, isn't part of the image.
 */
const shortenJpeg = (bytes: Buffer): Buffer | undefined => {
  for (let at = bytes.indexOf(0xff, 2); at !== -1;) {
    const marker = bytes[at + 1];
    if (marker === undefined) return undefined;
    if (marker === 0xd9) {
      let end = at;
      while ([0x00, 0xff].includes(bytes[end - 1] ?? 0xd8)) end -= 1;
      return bytes.subarray(0, Math.max(0, end - SURELY_NEEDED));
    }
    // Fill bytes, stuffed bytes and markers without a segment.
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = marker === 0xff ? 1 : isAlone ? 2 : 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    at = bytes.indexOf(0xff, at + length);
  }
  return undefined;
};

/** A WebP whose headers claim less data; undefined if it has none. */
const shortenWebp = (bytes: Buffer): Buffer | undefined => {
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (/^VP8[ L]$/.test(bytes.toString('latin1', at, at + 4))) {
      const shorter = Math.max(0, size - SURELY_NEEDED);
      const shortened = Buffer.from(bytes.subarray(0, at + 8 + shorter));
      shortened.writeUInt32LE(shorter, at + 4);
      shortened.writeUInt32LE(shortened.length - 8, 4);
      return shortened;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
};

/** Decodes every row and returns the result; undefined if the decoder complains. */
const decode = async <Result>(
  bytes: Buffer,
  make: (picture: Sharp) => Promise<Result>,
  failOn: 'warning' | 'error' = 'warning',
): Promise<Result | undefined> => {
  try {
    return await make(sharp(bytes, { failOn, limitInputPixels: MAX_PIXELS }));
  } catch (error) {
    const isHarmless = error instanceof Error && HARMLESS.test(error.message.trim());
    return isHarmless && failOn === 'warning' ? decode(bytes, make, 'error') : undefined;
  }
};

/** Discards nearly all the rows; a smaller result would skip the last ones. */
const skim =
  (height: number) =>
  (picture: Sharp): Promise<Buffer> =>
    picture.resize(1, height, { fit: 'fill' }).raw().toBuffer();

/**
 * Whether an image that decodes is really the one sent. JPEG and WebP have no checksum: after a wrong byte they usually
 * decode to another image, using fewer or more bytes. So they must fail to decode without their last bytes. PNG
 * decoders check everything except the end.
 */
const isItself = async ({ kind, bytes, height }: Picture): Promise<boolean> => {
  if (kind === 'png') return bytes.includes(PNG_END);
  const shortened = kind === 'jpeg' ? shortenJpeg(bytes) : shortenWebp(bytes);
  return shortened !== undefined && (await decode(shortened, skim(height))) === undefined;
};

/** The image as we keep it: upright, at most screen-sized, in sRGB, without metadata. */
const toPhoto = async (picture: Sharp): Promise<Photo> => {
  const { data: bytes, info } = await picture
    .autoOrient()
    .resize(KEPT_SIDE, KEPT_SIDE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: DARK })
    .jpeg({ quality: KEPT_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.height };
};

const TO_MARK: Readonly<Record<MarkKind, (picture: Sharp) => Promise<Buffer>>> = {
  logo: (picture) =>
    picture
      .autoOrient()
      .resize({ ...LOGO_SIZE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer(),
  portrait: async (picture) => {
    const { autoOrient: upright } = await picture.metadata();
    const { left, top, side } = portraitPart(upright);
    return picture
      .autoOrient()
      .extract({ left, top, width: side, height: side })
      .resize(PORTRAIT_SIZE)
      .flatten({ background: DARK })
      .jpeg({ quality: KEPT_QUALITY })
      .toBuffer();
  },
};

/** The result of `make` for an image; undefined if it is damaged. Throws a 422 if it is animated or too large. */
const takeWhole = async <Result>(
  bytes: Buffer,
  kind: Kind,
  make: (picture: Sharp) => Promise<Result>,
): Promise<Result | undefined> => {
  // Only the header, so nothing too large is unpacked.
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata) return undefined;
  checkContent(bytes, kind, metadata);
  return (await isItself({ kind, bytes, height: metadata.height })) ? decode(bytes, make) : undefined;
};

/**
 * Fully decodes an image and returns what `make` does with it. Throws a 415 if it isn't an image, and a 422 if it is
 * damaged, animated or too large.
 */
const take = async <Result>(sent: Uint8Array, make: (picture: Sharp) => Promise<Result>): Promise<Result> => {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  const kind = takenKindOf(bytes);
  const made = await takeWhole(bytes, kind, make);
  if (made !== undefined) return made;
  const mended = kind === 'jpeg' ? mendedJpeg(bytes) : undefined;
  const another = mended && (await takeWhole(Buffer.from(mended.buffer), kind, make));
  if (another === undefined) throw damaged();
  return another;
};

const fit = async (kept: Uint8Array, { width, height }: Size): Promise<Uint8Array> => {
  const { data, info } = await sharp(kept, { limitInputPixels: MAX_PIXELS })
    .resize(width, height, { fit: 'contain', background: DARK })
    .flatten({ background: DARK })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let fitted = data;
  for (const quality of FITTED_QUALITIES) {
    fitted = await sharp(data, { raw: info }).jpeg({ quality }).toBuffer();
    if (fitted.length < FITTED_BYTES) break;
  }
  return fitted;
};

/** Uses sharp, on its own threads; one image at a time to bound memory. */
export const imageProcessor: ImageProcessor = {
  toPhoto: (sent) => take(sent, toPhoto),
  toMark: (sent, kind) => take(sent, TO_MARK[kind]),
  fit,
};
