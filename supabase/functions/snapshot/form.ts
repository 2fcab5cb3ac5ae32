import { Refusal } from '../_shared/refusal.ts';
import { kindOf } from './content.ts';

/** Pictures that are sent as a file of a form (multipart/form-data, RFC 7578). */

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Where `wanted` next begins; -1 if it doesn't. Takes no longer for any bytes if its first byte is in it once. */
const find = (bytes: Uint8Array, wanted: Uint8Array, from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
};

const END_OF_LINES = bytesOf('\r\n\r\n');
/** Bytes of a part's header lines: more than any browser or curl writes. */
const MOST_LINES = 8192;
/** Parts that are looked at: more than any form has beside its file. */
const MOST_PARTS = 100;

/**
 * The picture in a body: the body itself, or the first file of a form. Copies nothing, since a body's memory is counted
 * once. Throws a 415 if a form has no file.
 */
export const pictureIn = (
  body: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): Uint8Array<ArrayBuffer> => {
  // Some cameras name any type.
  if (kindOf(body) || !/^multipart\/form-data\b/i.test(contentType ?? '')) return body;
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType ?? '') ?? [];
  const boundary = bytesOf(`\r\n--${quoted ?? bare ?? ''}`);
  // The first one may begin the body, without a line's end before it.
  const isFirst = boundary.subarray(2).every((byte, index) => body[index] === byte);
  let at = isFirst ? -2 : find(body, boundary, 0);
  for (let parts = 0; at !== -1 && parts < MOST_PARTS; parts += 1) {
    const lines = at + boundary.length;
    const gap = find(body.subarray(0, lines + MOST_LINES), END_OF_LINES, lines);
    const next = gap === -1 ? -1 : find(body, boundary, gap + 2);
    if (next === -1) break;
    const said = String.fromCharCode(...body.subarray(lines, gap));
    if (/;\s*filename\*?=/i.test(said)) return body.subarray(gap + END_OF_LINES.length, next);
    at = next;
  }
  throw new Refusal(415, 'The form has no file: send a picture as one.', { code: 'type' });
};
