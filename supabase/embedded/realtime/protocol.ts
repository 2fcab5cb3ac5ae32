/**
 * Supabase Realtime's wire format: JSON text frames, and in version 2.0.0 binary broadcasts.
 * Source: https://supabase.com/docs/guides/realtime/protocol
 */

import { isObject } from '../../../src/rules/read.ts';
import { isJsonTooDeep } from '../http/nesting.ts';

export type Version = '1.0.0' | '2.0.0';

/** The content of one WebSocket frame: a string is a text frame, bytes are a binary one. */
export type Frame = string | Uint8Array;

export interface Message {
  joinRef: string | null;
  ref: string | null;
  /** With the `realtime:` prefix, or `phoenix` for heartbeats. */
  topic: string;
  event: string;
  payload: unknown;
}

export interface Broadcast {
  event: string;
  /** A JSON value, or bytes, which need version 2.0.0. */
  payload: unknown;
  meta?: { id: string };
}

const BROADCAST_PUSH = 3;
const BROADCAST = 4;
const BINARY_ENCODING = 0;
const JSON_ENCODING = 1;
const LARGEST_BYTE = 255;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

export function isVersion(value: string): value is Version {
  return value === '1.0.0' || value === '2.0.0';
}

/** Maximum nesting of lists and objects in a message; anything deeper couldn't be serialised again. */
const MOST_NESTED = 100;

/** Parses JSON. Throws if it is malformed or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isJsonTooDeep(text, MOST_NESTED)) throw new SyntaxError('Nested too deep');
  return JSON.parse(text);
}

/** A client's frame as a message; null when it is malformed. */
export function decode(version: Version, data: Uint8Array, isBinary: boolean): Message | null {
  try {
    if (isBinary) return version === '2.0.0' ? decodeBroadcastPush(data) : null;
    const json = parseJson(utf8.decode(data));
    if (version === '2.0.0') {
      if (!Array.isArray(json) || json.length !== 5) return null;
      const [joinRef, ref, topic, event, payload] = json as unknown[];
      return checked({ joinRef, ref, topic, event, payload });
    }
    if (!isObject(json)) return null;
    const { join_ref: joinRef, ref, topic, event, payload } = json;
    return checked({ joinRef, ref, topic, event, payload });
  } catch {
    return null;
  }
}

/** A text frame, for everything but broadcasts. */
export function encode(version: Version, { joinRef, ref, topic, event, payload }: Message): string {
  return JSON.stringify(
    version === '2.0.0'
      ? [joinRef, ref, topic, event, payload]
      : { topic, event, payload, ref, join_ref: joinRef },
  );
}

/** A broadcast as a frame, or null if this version can't carry it (bytes in version 1.0.0). */
export function encodeBroadcast(version: Version, topic: string, broadcast: Broadcast): Frame | null {
  const isBytes = broadcast.payload instanceof Uint8Array;
  if (version === '2.0.0') {
    const header = [topic, broadcast.event, broadcast.meta ? JSON.stringify(broadcast.meta) : ''].map(
      (field) => encoder.encode(field),
    );
    if (header.every((field) => field.length <= LARGEST_BYTE)) {
      const body = isBytes
        ? (broadcast.payload as Uint8Array)
        : encoder.encode(JSON.stringify(broadcast.payload));
      const sizes = header.map((field) => field.length);
      const encoding = isBytes ? BINARY_ENCODING : JSON_ENCODING;
      return Buffer.concat([Uint8Array.of(BROADCAST, ...sizes, encoding), ...header, body]);
    }
  }
  // Text frames have no limit on name length.
  if (isBytes) return null;
  const payload = { type: 'broadcast', ...broadcast };
  return encode(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload });
}

/** A broadcast push: type, five lengths, an encoding, then the five fields and the payload. */
function decodeBroadcastPush(data: Uint8Array): Message | null {
  const [type, ...sizes] = data.subarray(0, 6);
  const encoding = data[6];
  if (type !== BROADCAST_PUSH || encoding === undefined) return null;
  if (encoding !== JSON_ENCODING && encoding !== BINARY_ENCODING) return null;

  let offset = 7;
  const fields = sizes.map((size) => utf8.decode(data.subarray(offset, (offset += size))));
  if (offset > data.length) return null;
  const [joinRef = '', ref = '', topic = '', event = ''] = fields;
  const body = data.subarray(offset);
  const payload: unknown = encoding === JSON_ENCODING ? parseJson(utf8.decode(body)) : body;
  return {
    joinRef: joinRef === '' ? null : joinRef,
    ref: ref === '' ? null : ref,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload },
  };
}

function checked(message: Record<keyof Message, unknown>): Message | null {
  const { joinRef = null, ref = null, topic, event, payload } = message;
  if (typeof topic !== 'string' || typeof event !== 'string') return null;
  if (!isReference(joinRef) || !isReference(ref)) return null;
  return { joinRef, ref, topic, event, payload };
}

function isReference(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
