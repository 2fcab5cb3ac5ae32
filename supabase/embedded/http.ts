import { createHash, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal, refusalOf as refusalAnywhere } from '../functions/snapshot/refusal.ts';
import { isUnavailable } from './problem.ts';

export { Refusal } from '../functions/snapshot/refusal.ts';

/** The refusal that an error is, or comes to, such as one of a database that is away; undefined for a failure of the program. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  refusalAnywhere(error) ??
  (isUnavailable(error)
    ? new Refusal(503, 'The database can not be asked just now: try again in a second.', {
        headers: { 'retry-after': '1' },
      })
    : undefined);

/** Answers with JSON that nobody caches. */
export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two keys in the same time for every key: digests have one length, whatever was sent. */
export const isSameKey = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** Answers an upgrade that is refused, with plain HTTP. */
export const refuseUpgrade = (socket: Duplex, { status, message, headers }: Refusal): void => {
  const body = JSON.stringify({ error: message });
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  // The client may be gone already, which is no concern of ours.
  socket.on('error', () => undefined);
  // It may also stay: nothing else would close its half.
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...head, '', body].join('\r\n'), () =>
    socket.destroy(),
  );
};
