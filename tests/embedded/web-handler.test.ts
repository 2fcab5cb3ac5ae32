import { once } from 'node:events';
import { Agent, createServer, request as ask, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGateway } from '../../supabase/embedded/http/gateway.ts';
import { Refusal } from '../../supabase/embedded/http/http.ts';
import { createMemoryBudget, type MemoryBudget } from '../../supabase/embedded/http/limits.ts';
import { answerBy, type WebHandler } from '../../supabase/embedded/http/web-handler.ts';

/** A web handler behind the gateway, asked by Node's client, which shows what goes over the connection. */

const LIMIT = 1024 * 1024;

afterEach(() => void vi.restoreAllMocks());

/** Serves a handler; gives a function that opens a request: over one connection, which is kept, or from another address. */
const serve = async (handler: WebHandler, room?: MemoryBudget) => {
  const gateway = createGateway({
    guard: { checkHost: () => undefined, checkOrigin: () => undefined },
    routes: [
      {
        path: /^\/functions\//,
        answer: answerBy(handler, { origin: 'http://cueboard.test', limit: LIMIT, ...(room && { room }) }),
      },
    ],
  });
  const server = createServer((request, response) => void gateway(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return (method: string, headers: Record<string, string> = {}, localAddress?: string): ClientRequest => {
    const from = localAddress === undefined ? { agent } : { agent: false, localAddress };
    return ask({ host: '127.0.0.1', port, path: '/functions/v1/x?a=1', method, headers, ...from });
  };
};

const answerTo = async (request: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
};

test('a handler sees the request as it was sent, at the server’s own origin', async () => {
  const open = await serve(async (request, address) =>
    Response.json(
      [request.method, request.url, request.headers.get('x-key'), await request.text(), address],
      {
        status: 201,
        headers: {
          'x-answer': 'e',
          'access-control-allow-origin': '*',
        },
      },
    ),
  );
  const request = open('POST', { 'x-key': 'k', host: 'elsewhere.test' });
  request.end('body');
  const answer = await answerTo(request);
  expect([
    answer.statusCode,
    answer.headers['x-answer'],
    answer.headers['access-control-allow-origin'],
  ]).toEqual([201, 'e', undefined]);
  expect(JSON.parse(await text(answer))).toEqual([
    'POST',
    'http://cueboard.test/functions/v1/x?a=1',
    'k',
    'body',
    '127.0.0.1',
  ]);
});

test('bodies stream both ways: an answer begins before the request has ended', async () => {
  const open = await serve(async (request) => new Response(request.body));
  const request = open('POST');
  request.write('first');
  const answer = await answerTo(request);
  expect(String((await once(answer, 'data'))[0])).toBe('first');
  request.end('last');
  expect(await text(answer)).toBe('last');
});

test.each([
  ['announced', { 'content-length': String(LIMIT + 1) }],
  ['not announced', { 'transfer-encoding': 'chunked' }],
])('a body beyond the limit is refused, %s', async (how, headers) => {
  const handler = vi.fn<WebHandler>(async (request) => new Response(await request.arrayBuffer()));
  const open = await serve(handler);
  const request = open('POST', headers);
  request.end(Buffer.alloc(LIMIT + 1));
  const answer = await answerTo(request);
  expect([answer.statusCode, JSON.parse(await text(answer))]).toEqual([
    413,
    { code: 413, msg: `The body is larger than ${LIMIT} bytes.` },
  ]);
  // What says its size is refused before anything is done with it.
  expect(handler).toHaveBeenCalledTimes(how === 'announced' ? 0 : 1);
});

test('a client that keeps sending a refused request reads why, and continues on the same connection', async () => {
  const open = await serve(async () => new Response('next'));
  const request = open('POST', { 'content-length': String(8 * LIMIT) });
  request.write(Buffer.alloc(LIMIT));
  const answer = await answerTo(request);
  expect(answer.statusCode).toBe(413);
  request.end(Buffer.alloc(7 * LIMIT));
  const { socket } = answer;
  await text(answer);
  const next = await answerTo(open('GET').end());
  expect(next.socket).toBe(socket);
  expect(await text(next)).toBe('next');
});

test('a body as large as the limit arrives', async () => {
  const open = await serve(async (request) => Response.json((await request.arrayBuffer()).byteLength));
  const request = open('POST');
  request.end(Buffer.alloc(LIMIT));
  expect(await text(await answerTo(request))).toBe(String(LIMIT));
});

describe('the room for bodies', () => {
  /** Sends so many bytes of a larger body, and no more. */
  const holdBack = (open: Awaited<ReturnType<typeof serve>>, bytes: number, address: string) => {
    const request = open('POST', { 'content-length': String(LIMIT) }, address).on('error', () => undefined);
    request.write(Buffer.alloc(bytes));
    return request;
  };
  const sendFrom = async (open: Awaited<ReturnType<typeof serve>>, bytes: number, address: string) => {
    const request = open('POST', {}, address);
    request.end(Buffer.alloc(bytes));
    const { statusCode, headers } = (await answerTo(request)).resume();
    return [statusCode, headers['retry-after']];
  };
  const FULL = [503, '5'];
  const OK = [200, undefined];

  test('counts each request’s received bytes until it is answered, and leaves others as much as one has', async () => {
    const room = createMemoryBudget(LIMIT);
    const reached = Promise.withResolvers<undefined>();
    const answering = Promise.withResolvers<undefined>();
    const open = await serve(async (request) => {
      const { byteLength } = await request.arrayBuffer();
      if (byteLength === 100_000) {
        reached.resolve(undefined);
        await answering.promise;
      }
      return new Response();
    }, room);
    // Nothing of it has arrived, whatever it says.
    for (let count = 0; count < 5; count += 1) holdBack(open, 1, '127.0.0.2');
    const held = holdBack(open, 500_000, '127.0.0.2');
    await expect.poll(() => sendFrom(open, 90_000, '127.0.0.2')).toEqual(FULL);
    expect(await sendFrom(open, 200_000, '127.0.0.3')).toEqual(OK);
    // One that waits for its answer is held too.
    const answered = sendFrom(open, 100_000, '127.0.0.4');
    await reached.promise;
    expect(await sendFrom(open, 200_000, '127.0.0.4')).toEqual(FULL);
    answering.resolve(undefined);
    expect(await answered).toEqual(OK);
    held.destroy();
    await expect.poll(() => sendFrom(open, 500_000, '127.0.0.2')).toEqual(OK);
  });

  test('counts the overhead of small pieces', async () => {
    const open = await serve(
      async (request) => new Response(await request.text()),
      createMemoryBudget(LIMIT),
    );
    const request = open('POST', {}, '127.0.0.2');
    for (let count = 0; count < 1500; count += 1) request.write('x');
    expect((await answerTo(request)).statusCode).toBe(503);
    request.destroy();
  });

  test('is never filled by a handful, and never holds more than it has', async () => {
    const room = createMemoryBudget(32 * LIMIT);
    const fill = (sender: string): number => {
      let all = 0;
      while (room(sender).take(16 * 1024)) all += 16 * 1024;
      return all / LIMIT;
    };
    const all = Array.from({ length: 20 }, (_, n) => fill(`10.0.0.${n}`));
    expect(all[0]).toBe(16);
    expect(all.reduce((sum, one) => sum + one)).toBeLessThan(32);
    expect(room('a scorer').take(4096)).toBe(true);
  });

  test('takes nothing for a request that is over', () => {
    const room = createMemoryBudget(100);
    const place = room('a');
    expect(place.take(50)).toBe(true);
    place.leave();
    place.leave();
    expect(place.take(1)).toBe(false);
    expect([room('a').take(50), room('b').take(25), room('c').take(13)]).toEqual([true, true, false]);
  });
});

test.each(['not read', 'read in part'])('a body that is %s does not block the next request', async (how) => {
  const open = await serve(async (request) => {
    if (how === 'read in part') await request.body?.getReader().read();
    throw new Refusal(401, 'No.');
  });
  for (let index = 0; index < 2; index += 1) {
    const request = open('POST');
    request.end(Buffer.alloc(LIMIT));
    const answer = await answerTo(request);
    expect([answer.statusCode, await text(answer)]).toEqual([401, '{"code":401,"msg":"No."}']);
    expect(request.reusedSocket).toBe(index === 1);
  }
});

/** An answer without an end, and how many bytes of it were made. */
const endless = () => {
  const chunk = Buffer.alloc(64 * 1024);
  const cancelled = Promise.withResolvers<true>();
  let made = 0;
  const stream = new ReadableStream({
    pull: (controller) => {
      made += chunk.length;
      controller.enqueue(chunk);
    },
    cancel: () => cancelled.resolve(true),
  });
  return { stream, made: () => made, cancelled: cancelled.promise };
};

test('an answer is produced as fast as it is read, and only while the client reads it', async () => {
  const source = endless();
  let signal: AbortSignal | undefined;
  const open = await serve(async (request) => {
    ({ signal } = request);
    return new Response(source.stream);
  });
  const request = open('GET');
  request.end();
  const answer = await answerTo(request);
  let taken = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    taken += chunk.length;
    if (taken > 20 * LIMIT) break;
  }
  expect(await source.cancelled).toBe(true);
  await expect.poll(() => signal?.aborted).toBe(true);
  // The most that the system buffers for a connection.
  expect(source.made()).toBeLessThan(taken + 16 * LIMIT);
});

test('a handler that waits learns that the sender has left', async () => {
  const waiting = Promise.withResolvers<AbortSignal>();
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const open = await serve(async (request) => {
    waiting.resolve(request.signal);
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
  });
  const request = open('POST');
  request.on('error', () => undefined);
  request.end('x');
  const signal = await waiting.promise;
  request.destroy();
  await expect.poll(() => signal.aborted).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});

test('an answer that comes after the client has left is dropped without an error', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const source = endless();
  const waiting = Promise.withResolvers<AbortSignal>();
  const open = await serve(async ({ signal }) => {
    waiting.resolve(signal);
    await once(signal, 'abort');
    return new Response(source.stream);
  });
  const request = open('GET');
  request.on('error', () => undefined);
  request.end();
  await waiting.promise;
  request.destroy();
  expect(await source.cancelled).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});

test('an interrupted upload fails for its handler, without a server error', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const begun = Promise.withResolvers<undefined>();
  const read = Promise.withResolvers<unknown>();
  const open = await serve(async (request) => {
    begun.resolve(undefined);
    const body = request.text();
    body.catch(read.resolve);
    return new Response(await body);
  });
  const request = open('POST');
  request.on('error', () => undefined);
  request.write('half');
  await begun.promise;
  request.destroy();
  expect(await read.promise).toBeInstanceOf(Error);
  expect(failed).not.toHaveBeenCalled();
});

test('HEAD has the headers alone, and the body is not made', async () => {
  const source = endless();
  const open = await serve(async () => new Response(source.stream, { headers: { 'content-length': '7' } }));
  const request = open('HEAD');
  request.end();
  const answer = await answerTo(request);
  expect([answer.statusCode, answer.headers['content-length'], await text(answer)]).toEqual([200, '7', '']);
  expect(await source.cancelled).toBe(true);
});

test('a full disk, however it is said, is answered by when to try again, and printed once in a minute', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
    const full = Object.assign(new Error('no space left on device'), { code });
    const open = await serve(() => Promise.reject(new Error(`It failed: ${code}`, { cause: full })));
    const request = open('GET');
    request.end();
    const answer = await answerTo(request);
    expect([answer.statusCode, answer.headers['retry-after'], await text(answer)]).toEqual([
      503,
      '60',
      '{"code":503,"msg":"The server has no room left on its disk."}',
    ]);
  }
  expect(failed).toHaveBeenCalledOnce();
});

test('a request that the web platform can’t represent is refused', async () => {
  const handler = vi.fn<WebHandler>(async () => new Response());
  const open = await serve(handler);
  const request = open('TRACE');
  request.end();
  expect((await answerTo(request)).statusCode).toBe(405);
  expect(handler).not.toHaveBeenCalled();
});

test('an answer that breaks off ends the connection, so that it isn’t taken for complete', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const open = await serve(
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(Buffer.from('half')),
          pull: () => Promise.reject(new Error('the disk is gone')),
        }),
      ),
  );
  const request = open('GET');
  request.end();
  const answer = await answerTo(request);
  await expect(text(answer)).rejects.toThrow();
  await expect
    .poll(() => String(failed.mock.calls))
    .toContain('An answer broke off: Error "the disk is gone"');
});
