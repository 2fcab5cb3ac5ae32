import type { StoredFile } from './ports.ts';

/** A picture as JSON, the viewer's fallback: `{"ok":true,"dataUrl":"data:…"}`. */

const startOf = ({ type }: StoredFile): string => `{"ok":true,"dataUrl":"data:${type};base64,`;
const END = '"}';

/** Bytes. */
export const dataAnswerSize = (file: StoredFile): number =>
  startOf(file).length + Math.ceil(file.size / 3) * 4 + END.length;

/** Few enough bytes to pass as arguments: some engines have small stacks. */
const PART = 3 * 8192;

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PART)));
  }
  return text;
};

/** Streams the answer as it is read. */
export const dataAnswer = (file: StoredFile): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let left = new Uint8Array(0);
  return file.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (answer) => answer.enqueue(encoder.encode(startOf(file))),
      transform: (chunk, answer) => {
        const bytes = new Uint8Array(left.length + chunk.length);
        bytes.set(left);
        bytes.set(chunk, left.length);
        // Encode whole groups of three bytes, so the parts' base64 can be concatenated.
        const whole = bytes.length - (bytes.length % 3);
        answer.enqueue(encoder.encode(base64(bytes.subarray(0, whole))));
        left = bytes.slice(whole);
      },
      flush: (answer) => answer.enqueue(encoder.encode(base64(left) + END)),
    }),
  );
};
