import type { Refusal } from './refusal.ts';

/** The limit on a body. */
interface BodyLimit {
  /** Bytes. */
  readonly limit: number;
  readonly tooLarge: () => Refusal;
}

const chunksOf = async function* (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  aborted: Promise<never>,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await Promise.race([reader.read(), aborted]);
    if (done) return;
    yield value;
  }
};

/** A request's declared length in bytes, or the limit if it declares none. Throws if it is larger. */
export const announcedBytes = (request: Request, { limit, tooLarge }: BodyLimit): number => {
  const announced = request.headers.get('content-length');
  if (announced === null) return limit;
  if (Number(announced) > limit) throw tooLarge();
  return Number(announced);
};

/**
 * A request's body. Past the limit, reads and discards the rest: a sender cut off early would never see the refusal.
 * Throws the signal's reason if aborted before everything has arrived.
 */
export const readBody = async (
  request: Request,
  { limit, tooLarge }: BodyLimit,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = (request.body ?? new Blob().stream()).getReader();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    signal.throwIfAborted();
    for await (const chunk of chunksOf(reader, aborted)) {
      size += chunk.byteLength;
      if (size <= limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    void reader.cancel().catch(() => undefined);
  }
  if (size > limit) throw tooLarge();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};

/** A body as text, without a byte order mark; undefined in other encodings than UTF-8, which would be stored as U+FFFD. */
export const decodeUtf8 = (body: Uint8Array<ArrayBuffer>): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
};
