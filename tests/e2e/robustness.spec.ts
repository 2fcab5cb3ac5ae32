import { connect } from 'node:net';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { expect, test } from './test.ts';

const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY };

/** Sends raw bytes to the server, and gives the first line that it answers. */
const firstLine = (origin: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), 'localhost', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (answer.includes('\r\n')) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(answer.split('\r\n')[0] ?? '');
    });
  });

test('bad requests get a 4xx in JSON without a stack trace, and the server runs on', async ({ request }) => {
  const answers = [
    await request.post('/auth/v1/token?grant_type=password', { headers, data: '{"email":' }),
    await request.post('/auth/v1/token?grant_type=password', { headers, data: { email: 5, password: [] } }),
    await request.post('/auth/v1/token?grant_type=nonsense', { headers, data: {} }),
    await request.get('/auth/v1/no-such-thing', { headers }),
    await request.get('/rest/v1/no_such_table', { headers }),
    await request.get('/rest/v1/public_overlays?select=url_token', { headers }),
    await request.get('/rest/v1/user_overlays', { headers }),
    await request.post('/rest/v1/rpc/start_clock', { headers, data: { token: 'A'.repeat(24) } }),
    await request.post('/rest/v1/rpc/no_such_function', { headers, data: {} }),
    await request.post('/rest/v1/rpc/get_overlay', { headers, data: 'not json' }),
    await request.post('/rest/v1/rpc/get_overlay', { headers, data: { key: 'x'.repeat(2_000_000) } }),
    await request.post('/functions/v1/snapshot?matchId=demo-b1', { data: Buffer.from('not a picture') }),
    await request.delete('/functions/v1/snapshot?matchId=demo-b1'),
    await request.get('/functions/v1/no-such-function'),
    await request.post('/realtime/v1/api/broadcast', { headers, data: { messages: 'none' } }),
    await request.get('/realtime/v1/no-such-thing', { headers }),
  ];
  for (const answer of answers) {
    expect(answer.status(), answer.url()).toBeGreaterThanOrEqual(400);
    expect(answer.status(), answer.url()).toBeLessThan(500);
    const body = await answer.text();
    expect(() => JSON.parse(body) as unknown, `${answer.url()}: ${body.slice(0, 100)}`).not.toThrow();
    expect(body).not.toMatch(/\bat .+:\d+:\d+|node_modules/);
  }
  const wrongMethod = await request.post('/features/', { data: {} });
  expect(wrongMethod.status()).toBe(405);
  expect((await request.get('/')).status()).toBe(200);
});

test('addresses that try to leave the site are refused', async ({ baseURL }) => {
  for (const path of [
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%00',
    '/%',
    '//etc/passwd',
  ]) {
    const line = await firstLine(
      baseURL ?? '',
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(line, path).toMatch(/^HTTP\/1\.1 (4\d\d|30[178])/);
  }
});

test('malformed websocket frames leave the server running', async ({ page, request }) => {
  await page.goto('/');
  const closed = await page.evaluate(
    (key) =>
      Promise.all(
        [
          '{',
          '[]',
          '[null,null,null,null,null]',
          '"x"',
          `["1","1","realtime:x","phx_join",{"config":5}]`,
          'x'.repeat(2_000_000),
        ].map(
          (frame) =>
            new Promise<string>((resolve) => {
              const socket = new WebSocket(
                `${location.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`,
              );
              socket.onopen = () => {
                socket.send(frame);
                // A heartbeat that is answered shows that the connection was kept.
                socket.send('[null,"9","phoenix","heartbeat",{}]');
              };
              socket.onmessage = ({ data }) => {
                if (String(data).includes('"phoenix"')) {
                  resolve('kept');
                  socket.close();
                }
              };
              socket.onclose = () => {
                resolve('closed');
              };
            }),
        ),
      ),
    EMBEDDED_PUBLISHABLE_KEY,
  );
  expect(closed).toHaveLength(6);
  expect((await request.get('/')).status()).toBe(200);
});
