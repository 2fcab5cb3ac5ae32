import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EMBEDDED_PUBLISHABLE_KEY as apikey } from '../../src/config/backend.ts';
import { createGuard } from '../../supabase/embedded/http/gateway.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import { installation, sharedInstallation } from './folders.ts';
import { originOf, run } from './processes.ts';
import { send } from './serve.ts';
import { writeSmallSite } from './small-site.ts';

/** The embedded server's answers by sender, before routing. */

/** A site on another host, which the start command names. */
const NAMED = 'https://score.example';
/** The address that a router or a container's host hands on to this machine. */
const HANDED_ON = 'http://192.168.1.20:4321';

let server: EmbeddedServer;
const folder = sharedInstallation();
const dist = writeSmallSite();

beforeAll(async () => {
  server = await startServer({
    folder,
    port: 0,
    dist,
    origins: [NAMED, HANDED_ON],
    mail: () => {},
    network: () => [HANDED_ON],
  });
});
afterAll(async () => {
  await server.close();
  for (const path of [folder, dist]) rmSync(path, { recursive: true, force: true });
});

const port = () => new URL(server.origin).port;

/** The status that answers a request of these lines, written as they are. */
const statusOf = async (...lines: readonly string[]): Promise<number> => {
  const socket = connect(Number(port()), '127.0.0.1');
  socket.write([...lines, '', ''].join('\r\n'));
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return Number(answer.split(' ')[1]);
};

test.each([
  '/',
  '/auth/v1/user',
  '/rest/v1/rpc/get_overlay',
  '/functions/v1/snapshot?latest=1&matchId=demo-b1',
])('a name that a stranger could point at this machine gets no answer at %s', async (path) => {
  const ask = async (host: string) => (await send(server.origin, path, { headers: { host, apikey } })).status;
  const foreigners = ['evil.example', `evil.example:${port()}`, `localhost.evil.example:${port()}`];
  for (const foreign of [
    ...foreigners,
    '8.8.8.8',
    `8.8.8.8:${port()}`,
    '0.0.0.0',
    '[2001:db8::1]',
    '127.evil.example',
    'localhost/"><script>',
    'localhost?',
    'localhost#x',
    'a:b@localhost',
  ]) {
    expect([foreign, await ask(foreign)]).toEqual([foreign, 421]);
  }
  const known = [`localhost:${port()}`, '127.0.0.1', '[::1]:8080', new URL(HANDED_ON).host, 'score.example'];
  for (const host of [...known, hostname(), `${hostname()}.local`]) {
    expect([host, (await ask(host)) === 421]).toEqual([host, false]);
  }
});

test.each([
  ['192.168.1.20:4321', '192.168.1.20'],
  ['192.168.1.20', '::ffff:192.168.1.20'],
  ['[2001:db8::1]:4321', '2001:db8::1'],
  ['[fe80::1]', 'fe80::1%eth0'],
  // Where a container's host hands on what came to itself.
  ['127.0.0.1:4321', '172.17.0.2'],
])('%s is this machine to a client that reached it at %s, and no other', (host, localAddress) => {
  const { checkHost } = createGuard([]);
  const reach = (at: string) => () =>
    checkHost({
      headers: { host },
      headersDistinct: { host: [host] },
      socket: { localAddress: at },
    } as unknown as IncomingMessage);
  expect(reach(localAddress)).not.toThrow();
  if (!host.startsWith('127.'))
    expect(reach('172.17.0.2')).toThrow('such as --origin http://192.168.1.20:4321');
});

test('a request has one Host, be it for a page or a socket', async () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket'];
  for (const [line, more] of [
    ['GET / HTTP/1.1', ['Connection: close']],
    [`GET /realtime/v1/websocket?apikey=${apikey} HTTP/1.1`, upgrade],
  ] as const) {
    for (const second of ['localhost', '8.8.8.8'])
      expect(await statusOf(line, 'Host: localhost', `hOST: ${second}`, ...more)).toBe(400);
  }
});

test.each([
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/rest/v1/rpc/get_overlay'],
  ['GET', '/rest/v1/public_overlays'],
  ['POST', '/realtime/v1/api/broadcast'],
  ['POST', '/functions/v1/snapshot?matchId=demo-b1'],
  ['POST', '/functions/v1/score/fold'],
  ['POST', '/functions/v1/score/v1/moves/undo'],
  ['GET', '/functions/v1/score/press/secret'],
  ['POST', '/admin/v1/owners'],
  ['GET', '/admin/v1/network'],
])('%s %s is not for pages of a foreign origin', async (method, path) => {
  for (const origin of [
    'https://evil.example',
    'null',
    `http://localhost:1`,
    'https://score.example.evil.example',
  ]) {
    const { status, headers } = await send(server.origin, path, {
      method,
      headers: { apikey, origin, 'content-type': 'text/plain' },
    });
    expect([origin, status, headers['access-control-allow-origin']]).toEqual([origin, 403, undefined]);
    const preflight = await send(server.origin, path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
    });
    expect([origin, preflight.status]).toEqual([origin, 403]);
  }
});

test('monitoring gets the server’s health, the details only on this machine, and asking costs nothing', async () => {
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const { status, body } = await send(server.origin, '/health', { method, headers });
    return { status, answer: JSON.parse(body.toString() || '{}') as unknown };
  };
  const here = { host: `localhost:${port()}` };
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  expect(await ask(here)).toEqual({
    status: 200,
    answer: {
      status: 'ok',
      troubles: [],
      version,
      commit,
      time: expect.any(String) as string,
      database: 'ok',
      realtime: 'ok',
      copy: null,
      second: null,
      disk: { freeBytes: expect.any(Number) as number, leastBytes: 500_000_000 },
    },
  });
  for (const headers of [{ host: 'score.example' }, { ...here, 'x-forwarded-for': '192.168.1.30' }])
    expect(await ask(headers)).toEqual({ status: 200, answer: { status: 'ok' } });
  // An identified caller gets what their rights allow, on this machine too.
  const { email, password } = await server.auth.addOwner('health@example.test');
  const session = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { access_token: token } = (await session.json()) as { access_token: string };
  for (const host of [here.host, 'score.example']) {
    expect(await ask({ host, authorization: `Bearer ${token}` })).toEqual({
      status: 200,
      answer: {
        status: 'ok',
        troubles: [],
        version: `${version} (${commit.slice(0, 8)})`,
        copy: null,
        second: null,
        disk: { freeBytes: expect.any(Number) as number },
      },
    });
    for (const proof of [
      { authorization: `Bearer ${apikey}` },
      { authorization: `Bearer ${token}x` },
      { 'x-device': 'a'.repeat(48) },
    ]) {
      expect(await ask({ host, ...proof })).toEqual({
        status: 401,
        answer: expect.not.objectContaining({ version }) as object,
      });
    }
  }
  expect(await ask(here, 'HEAD')).toEqual({ status: 200, answer: {} });
  expect((await ask(here, 'POST')).status).toBe(405);
  const query = vi.spyOn(server.pg, 'query');
  onTestFinished(() => query.mockRestore());
  await Promise.all(Array.from({ length: 50 }, () => ask(here)));
  expect(query.mock.calls.length).toBeLessThanOrEqual(1);
});

test('only a page opened on this machine gets the addresses by which others reach it', async () => {
  const ask = async (host: string) => {
    const { status, body } = await send(server.origin, '/admin/v1/network', { headers: { host } });
    return status === 200 ? (JSON.parse(body.toString()) as unknown) : status;
  };
  for (const host of [`localhost:${port()}`, '127.0.0.1', `[::1]:${port()}`])
    expect(await ask(host)).toEqual({ origins: [HANDED_ON] });
  for (const host of ['score.example', new URL(HANDED_ON).host, hostname()])
    expect(await ask(host)).toBe(404);
});

test('a named origin may ask, with the headers that supabase-js sends', async () => {
  const asked = 'authorization,apikey,content-type,x-client-info,x-supabase-api-version,prefer';
  for (const path of ['/auth/v1/token', '/rest/v1/public_overlays', '/functions/v1/snapshot']) {
    const { status, headers } = await send(server.origin, path, {
      method: 'OPTIONS',
      headers: {
        origin: NAMED,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': asked,
      },
    });
    expect([path, status]).toEqual([path, 204]);
    expect(headers).toMatchObject({
      'access-control-allow-origin': NAMED,
      'access-control-allow-headers': asked,
      'access-control-allow-methods': expect.stringContaining('PATCH') as string,
      vary: 'Origin',
    });
  }
  const answer = await fetch(`${server.origin}/rest/v1/rpc/get_overlay`, {
    method: 'POST',
    headers: { apikey, origin: NAMED, 'content-type': 'application/json' },
    body: '{"key":"nobody"}',
  });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, NAMED]);
});

test('a refusal can be read across origins too', async () => {
  const { status, headers } = await send(server.origin, '/rest/v1/public_overlays', {
    headers: { apikey, origin: NAMED },
  });
  expect([status, headers['access-control-allow-origin']]).toEqual([401, NAMED]);
});

test('the site itself asks as before, by whatever address it is open', async () => {
  for (const host of [`localhost:${port()}`, `192.168.1.20:${port()}`]) {
    const { status, headers } = await send(server.origin, '/rest/v1/public_overlays', {
      headers: { apikey, host, origin: `http://${host}` },
    });
    expect([status, headers['access-control-allow-origin']]).toEqual([401, undefined]);
  }
});

test('sockets are opened by the site and named origins only', async () => {
  const open = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `${server.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}`,
        {
          headers,
        },
      );
      socket.on('error', () => {});
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on('open', () => {
        resolve(101);
        socket.terminate();
      });
    });
  expect(await open({})).toBe(101);
  expect(await open({ origin: NAMED })).toBe(101);
  expect(await open({ origin: server.origin, host: new URL(server.origin).host })).toBe(101);
  expect(await open({ origin: 'https://evil.example' })).toBe(403);
  expect(await open({ host: 'evil.example' })).toBe(421);
});

test.each([
  '/auth/v1/admin/users',
  '/auth/v1/../../_system/info',
  '/auth/v1/%2e%2e/%2e%2e/_system/info',
  '/auth/v1/..%2f..%2f_system/info',
  String.raw`/auth/v1/..\..\_system/info`,
  '/rest/v1/../../_system/info',
  '/rest/v1/%2e%2e/%2e%2e/_system/info',
  '/rest/v1/rpc/../../../_system/info',
  '/_system/info',
  '/_system/',
  '/static/main.js',
  '/storage/v1/bucket',
  '/graphql/v1',
  '/pg/query',
  '/rest/v1/',
  '/rest/v1/rpc/',
  '/admin/v1/owners/',
  '/functions/v1/other',
])('%s is not there, and says so in JSON', async (path) => {
  const { status, headers, body } = await send(server.origin, path, { headers: { apikey } });
  expect([path, status]).toEqual([path, 404]);
  if (/^\/(auth|rest|_system|storage|graphql|pg|admin|functions)\b/.test(path)) {
    expect(headers['content-type']).toContain('application/json');
  }
  expect(body.toString()).not.toMatch(/publishable|jwt|create table|<html/i);
});

test('an invalid path in an address isn’t a server failure', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => {
    print.mockRestore();
  });
  const answers: Record<string, number> = {};
  const targets = ['//[', '//x:99999/', '//[/rest/v1/x', '/rest/v1//[', '/%'];
  const others = ['*', 'http://[/', 'http://x:99999/', 'http://localhost/auth/v1/user', 'x'];
  for (const target of [...targets, ...others]) {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      answers[`${method} ${target}`] = await statusOf(
        `${method} ${target} HTTP/1.1`,
        'Host: localhost',
        'User-Agent: WhatsApp',
        'Connection: close',
      );
    }
  }
  expect(Object.entries(answers).filter(([, status]) => ![400, 404, 405].includes(status))).toEqual([]);
  expect(others.filter((target) => answers[`GET ${target}`] !== 400)).toEqual([]);
  expect(print).not.toHaveBeenCalled();
});

test('whatever the answer, its type is not guessed, and it has a policy', async () => {
  const paths = [
    '/',
    '/nowhere',
    '/auth/v1/user',
    '/auth/v1/nothing',
    '/rest/v1/nothing',
    '/rest/v1/',
    '/_system/',
  ];
  for (const path of [...paths, '/realtime/v1/', '/functions/v1/snapshot', '/admin/v1/owners']) {
    const { headers } = await send(server.origin, path, { headers: { apikey } });
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
    expect(headers['content-security-policy'], path).toMatch(/default-src 'none'|^frame-ancestors 'none'$/);
  }
  const foreign = await send(server.origin, '/', { headers: { host: 'evil.example' } });
  expect(foreign.headers['x-content-type-options']).toBe('nosniff');
});

test('nothing a client sends is printed, only that it was refused', async () => {
  const program = run('tests/embedded/server-process.ts', [installation()]);
  const origin = await originOf(program);
  const forged = encodeURIComponent(
    'x\n\nMail to you@example.test: Reset\n\n  http://evil.example/\u2028\u202e\n',
  );
  for (const path of [
    '/rest/v1/public_overlays',
    `/rest/v1/public_overlays?p1=${forged}`,
    `/rest/v1/public_overlays?select=${forged}`,
    `/rest/v1/public_overlays?${forged}=eq.1`,
    `/rest/v1/${forged}`,
    `/rest/v1/nothing?${forged}=eq.1`,
    `/auth/v1/${forged}`,
    `/functions/v1/snapshot/${forged}`,
    `/realtime/v1/${forged}`,
    `/${forged}`,
  ]) {
    for (const method of ['GET', 'PATCH']) await send(origin, path, { method, headers: { apikey } });
  }
  await fetch(`${origin}/rest/v1/rpc/get_overlay`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'a secret\n\nMail to\u0000' }),
  });
  const lines = ['42501', '22P05'].map((code) => `REST refused a request: database error ${code}\n`);
  await expect.poll(program.errors).toBe(lines.join(''));
});

test('bodies that one address holds back, wherever it sends them, leave room for those of others', async () => {
  const size = 1024 * 1024;
  const statuses: number[] = [];
  const sent = Array.from({ length: 40 }, (_, index) => {
    const path = ['/rest/v1/rpc/get_overlay', '/auth/v1/recover', '/realtime/v1/api/broadcast'][index % 3];
    const outgoing = request({
      host: '127.0.0.1',
      port: port(),
      localAddress: '127.0.0.2',
      agent: false,
      method: 'POST',
      path,
      headers: { apikey, 'content-type': 'application/json', 'content-length': size },
    });
    outgoing.on('response', (response) => statuses.push(response.resume().statusCode ?? 0));
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(size - 20, ' '));
    return outgoing;
  });
  await expect.poll(() => statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([503]));
  const ask = (body: string) =>
    fetch(`http://127.0.0.1:${port()}/rest/v1/rpc/get_overlay`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body,
    });
  expect((await ask(`{"key": "${'x'.repeat(size / 2)}"}`)).status).toBe(200);
  for (const outgoing of sent) outgoing.destroy();
});

test('an upgrade that is refused is ended, though its sender keeps its half open', async () => {
  const socket = connect({ port: Number(port()), host: '127.0.0.1', allowHalfOpen: true });
  socket.resume();
  const ended = once(socket, 'end');
  socket.write('GET /realtime/v1/websocket HTTP/1.1\r\nHost: localhost\r\n');
  socket.write('Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await ended;
  // The other side is gone: further writes meet a reset.
  const closed = once(socket, 'close').catch(() => undefined);
  const writing = setInterval(() => socket.write('x'), 10);
  await closed;
  clearInterval(writing);
});

test('an upgrade that is offered beside a page is ignored', async () => {
  const { status, headers } = await send(server.origin, '/', {
    headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' },
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

test('a connection with an ignored upgrade isn’t left waiting for an answer', async () => {
  const socket = connect(Number(port()), '127.0.0.1');
  const head = ['Host: localhost', 'Connection: Upgrade', 'Upgrade: h2c', 'Content-Length: 2'];
  socket.write(['POST /rest/v1/ HTTP/1.1', ...head, '', ''].join('\r\n'));
  const ended = once(socket, 'close');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 [^]*\r\nconnection: close\r\n/i);
  // Node loses data that arrives together with the end of such a body.
  socket.on('error', () => undefined).end('{}GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await ended;
});
