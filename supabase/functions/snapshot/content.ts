/** The kind of a picture by its first bytes, whatever its sender says it is; undefined for all that isn't taken. */
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

/** A PNG tells before its first data that more pictures follow. https://www.w3.org/TR/png-3/#acTL-chunk */
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

export const isMoving = (bytes: Uint8Array, kind: Kind): boolean =>
  (kind === 'png' && isAnimatedPng(bytes)) || (kind === 'webp' && isAnimatedWebp(bytes));
