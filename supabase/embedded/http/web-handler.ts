import { Transform, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from './http.ts';
import { addressOf, type Reservation, type MemoryBudget } from './limits.ts';
import { printFailure } from './log.ts';

/**
 * Answers a `Request` with a `Response`, as edge functions do. `request.signal` aborts when the client hangs up. May
 * throw Refusal.
 */
export type WebHandler = (request: Request, address: string) => Promise<Response>;

/** Answers requests whose path matches. */
export interface Route {
  /** Matched against the raw path: nothing is decoded, and dot segments aren't resolved. */
  readonly path: RegExp;
  /** `signal` aborts when the client hangs up. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;
}

interface Options {
  /** The server's own: handlers see the same one whatever the client used. */
  readonly origin: string;
  /** Bytes in a body. */
  readonly limit: number;
  /** Where bodies are held until answered; without one, the handler manages its own. */
  readonly room?: MemoryBudget;
}

/** Overhead per chunk: a body may arrive byte by byte. */
const PIECE_BYTES = 512;

const noRoom = (): Refusal =>
  new Refusal(503, 'The server is busy: try again in a moment.', {
    headers: { 'retry-after': '5' },
  });

/**
 * A body as it arrives, read no faster than it is consumed. Past the limit it fails with a 413, once everything has
 * arrived: a sender cut off early would never see the answer. When memory is full, a 503. Only bytes that arrived
 * count.
 */
const bodyOf = (request: IncomingMessage, limit: number, place: Reservation | undefined): ReadableStream => {
  const tooLarge = () => new Refusal(413, `The body is larger than ${limit} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  let size = 0;
  const body = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      const isKept = size <= limit;
      if (isKept && place?.take(chunk.length + PIECE_BYTES) === false) done(noRoom());
      else done(null, isKept ? chunk : undefined);
    },
    flush: (done) => done(size > limit ? tooLarge() : null),
  });
  request.once('error', (error) => body.destroy(error));
  return Readable.toWeb(request.pipe(body)) as ReadableStream;
};

const toRequest = (
  request: IncomingMessage,
  signal: AbortSignal,
  { origin, limit }: Options,
  place: Reservation | undefined,
): Request => {
  const { method = 'GET' } = request;
  // The web's Request doesn't allow these.
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) throw new Refusal(405, `${method} is not served.`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request, limit, place);
  // The DOM types lack `duplex`, which a streaming body needs.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half', signal };
  // Appended to an origin, any path is valid; resolved as a relative URL, `//[` would not be.
  const asked = new Request(origin + (request.url ?? ''), init);
  // Request's own signal only follows ours while the request is referenced; a handler may keep just the signal.
  return Object.defineProperty(asked, 'signal', { value: signal });
};

const send = async (answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  // The client left before the answer was ready.
  if (response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  response.statusCode = answer.status;
  // The gateway has already set the CORS headers.
  const headers = [...answer.headers].filter(([name]) => !/^(access-control-|vary$)/.test(name));
  response.setHeaders(new Headers(headers));
  if (answer.body && request.method !== 'HEAD') {
    await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response).catch((error: unknown) => {
      // Or while it was being sent. Any other error has ended the connection: nothing is left to answer.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
        printFailure('An answer broke off', error);
    });
  } else {
    await answer.body?.cancel();
    response.end();
  }
};

/** Answers a route with a web handler. Bodies stream both ways with backpressure. */
export const answerBy =
  (handler: WebHandler, options: Options): Route['answer'] =>
  async (request, response, signal) => {
    const address = addressOf(request);
    const place = options.room?.(address);
    try {
      await send(await handler(toRequest(request, signal, options, place), address), request, response);
    } finally {
      place?.leave();
      // Discard any unread body, or it would block the next request.
      request.unpipe();
      request.resume();
    }
  };
