import type { Size } from './ports.ts';
import { Refusal } from '../_shared/refusal.ts';

/** Checks made before an image is unpacked. */

/** The kind of an image, by its first bytes, whatever its sender claims; undefined if unsupported. */
export type Kind = 'jpeg' | 'png' | 'webp';

const textAt = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

export const kindOf = (bytes: Uint8Array): Kind | undefined => {
  const head = textAt(bytes, 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'webp';
  return undefined;
};

/** An animated PNG says so before its first data. https://www.w3.org/TR/png-3/#acTL-chunk */
const isAnimatedPng = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const chunk = textAt(bytes, at + 4, at + 8);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
};

/** https://developers.google.com/speed/webp/docs/riff_container#extended_file_format */
const isAnimatedWebp = (bytes: Uint8Array): boolean =>
  textAt(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0;

const isMoving = (bytes: Uint8Array, kind: Kind): boolean =>
  (kind === 'png' && isAnimatedPng(bytes)) || (kind === 'webp' && isAnimatedWebp(bytes));

/** Phone cameras take 24 megapixels by default. Decoding that many takes up to 200 MB in the worst of the three formats. */
export const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 8192;
/** Smaller ones show nothing: cameras that fail send a single pixel. */
const MIN_SIDE = 16;

export const damaged = (): Refusal =>
  new Refusal(422, 'The picture is damaged or incomplete: send it again.', { code: 'damaged' });

/** Throws a 415 if this isn't a supported image. */
export const takenKindOf = (sent: Uint8Array): Kind => {
  const kind = kindOf(sent);
  if (!kind) throw new Refusal(415, 'Send a JPEG, PNG or WebP picture.', { code: 'type' });
  return kind;
};

/** Throws a 422 if it is animated, or too small or too large according to its header. */
export const checkContent = (sent: Uint8Array, kind: Kind, { width, height }: Size): void => {
  if (isMoving(sent, kind))
    throw new Refusal(422, 'The picture moves: send a still one.', { code: 'moving' });
  const isSide = (side: number): boolean => side >= MIN_SIDE && side <= MAX_SIDE;
  if (!isSide(width) || !isSide(height) || width * height > MAX_PIXELS) {
    throw new Refusal(
      422,
      `The picture has ${width} × ${height} pixels: send ${MIN_SIDE} to ${MAX_SIDE} a side, and at most ${MAX_PIXELS / 1e6} megapixels.`,
      { code: 'dimensions' },
    );
  }
};
