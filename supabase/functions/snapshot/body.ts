import { Refusal } from './refusal.ts';

/** Largest upload, in bytes. */
export const MAX_BYTES = 10 * 1024 * 1024;

const tooLarge = (): Refusal => new Refusal(413, 'The picture is larger than 10 MB.', { code: 'size' });

/** A request's declared length in bytes, or the maximum if it declares none. Throws a 413. */
export const announcedBytes = (request: Request): number => {
  const announced = request.headers.get('content-length');
  if (announced === null) return MAX_BYTES;
  if (Number(announced) > MAX_BYTES) throw tooLarge();
  return Number(announced);
};

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

/**
 * The body of an upload. Past the limit, reads and discards the rest: a sender cut off early would never see the 413.
 * Throws the signal's reason if aborted before everything has arrived.
 */
export const readPicture = async (
  request: Request,
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
      if (size <= MAX_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    void reader.cancel().catch(() => undefined);
  }
  if (size > MAX_BYTES) throw tooLarge();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
};
