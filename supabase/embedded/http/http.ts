import { createHash, timingSafeEqual } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal, refusalOf as refusalAnywhere } from '../../functions/_shared/refusal.ts';
import { isUnavailable } from './problem.ts';

export { Refusal } from '../../functions/_shared/refusal.ts';

/** An error as a refusal, such as when the database is down; undefined for a bug. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  refusalAnywhere(error) ??
  (isUnavailable(error)
    ? new Refusal(503, 'The database is unavailable: try again in a second.', {
        headers: { 'retry-after': '1' },
      })
    : undefined);

/** Answers with uncacheable JSON. */
export const answerJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares keys in constant time: digests have the same length whatever was sent. */
export const isSameKey = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

/** Refuses an upgrade, in plain HTTP. */
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
  // The client may be gone already; ignore that.
  socket.on('error', () => undefined);
  // It may also stay: nothing else would close its half.
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...head, '', body].join('\r\n'), () =>
    socket.destroy(),
  );
};
