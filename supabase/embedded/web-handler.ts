import { Transform, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './gateway.ts';
import { Refusal } from './http.ts';
import { addressOf, type Place, type Room } from './limits.ts';

/**
 * Answers as the web does it, from `Request` to `Response`, as edge functions do. `request.signal` aborts when the sender
 * hangs up. May throw Refusal.
 */
export type WebHandler = (request: Request, address: string) => Promise<Response>;

interface Options {
  /** The server's own: whatever a sender calls it, handlers see one. */
  readonly origin: string;
  /** Bytes of a body. */
  readonly limit: number;
  /** Where bodies are kept until they are answered; without one, the handler has room of its own. */
  readonly room?: Room;
}

/** What a piece of a body takes beside its content: a body may come byte by byte. */
const PIECE_BYTES = 512;

const noRoom = (): Refusal =>
  new Refusal(503, 'Too much is being sent at once: try again in a moment.', {
    headers: { 'retry-after': '5' },
  });

/**
 * A body as it arrives, and no faster than it is read. Beyond the limit it ends with a 413, when all has arrived: a sender
 * that is cut off would never see the answer. Where there is no room for it, with a 503; what counts is what has arrived.
 */
const bodyOf = (request: IncomingMessage, limit: number, place: Place | undefined): ReadableStream => {
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
  place: Place | undefined,
): Request => {
  const { method = 'GET' } = request;
  // The web's Request can't be made with these.
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) throw new Refusal(405, `${method} is not served.`);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(request, limit, place);
  // Browsers' types don't know `duplex`, which a body that streams needs.
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half', signal };
  // Behind an origin any path is one; relative to it, `//[` would be a broken address.
  const asked = new Request(origin + (request.url ?? ''), init);
  // Its own signal follows ours only for as long as somebody holds the request; a handler may hold just the signal.
  return Object.defineProperty(asked, 'signal', { value: signal });
};

const send = async (answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  // The sender left while the answer was made.
  if (response.destroyed) {
    await answer.body?.cancel();
    return;
  }
  response.statusCode = answer.status;
  // Who may read it across origins, the gateway has said already.
  const headers = [...answer.headers].filter(([name]) => !/^(access-control-|vary$)/.test(name));
  response.setHeaders(new Headers(headers));
  if (answer.body && request.method !== 'HEAD') {
    await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response).catch((error: unknown) => {
      // Or while it was sent.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  } else {
    await answer.body?.cancel();
    response.end();
  }
};

/** Has a web handler answer a route. Bodies stream both ways, each as fast as the other side takes it. */
export const answerBy =
  (handler: WebHandler, options: Options): Route['answer'] =>
  async (request, response, signal) => {
    const address = addressOf(request);
    const place = options.room?.(address);
    try {
      await send(await handler(toRequest(request, signal, options, place), address), request, response);
    } finally {
      place?.leave();
      // What nobody read of a body would stand in the next request's way.
      request.unpipe();
      request.resume();
    }
  };
