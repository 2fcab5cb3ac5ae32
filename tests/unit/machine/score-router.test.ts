import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { createFairQueue } from '../../../supabase/embedded/http/fair-queue.ts';
import { DatabaseError } from '../../../supabase/functions/_shared/database-error.ts';
import { Refusal } from '../../../supabase/functions/_shared/refusal.ts';
import { TURNS } from '../../../supabase/functions/score/handler.ts';
import { createRouter, json, parseObject, type Route } from '../../../supabase/functions/score/router.ts';

/** What every route of the score service has in common. */

const SITE = 'https://project.test/functions/v1/score';

const open = (answer: Route['answer']) => {
  const report = vi.fn();
  const database = { call: vi.fn(), callAsService: vi.fn() };
  const routes: readonly Route[] = [
    { method: 'GET', path: 'v1/things/:thing', answer },
    { method: 'POST', path: 'v1/things/:thing', answer },
    { method: 'POST', path: 'fold', answer },
  ];
  const handle = createRouter(routes, { database, turns: createFairQueue(TURNS), now: () => 0, report });
  const send = (method: string, path: string, init: RequestInit = {}) =>
    handle(new Request(`${SITE}/${path}`, { method, ...init }), 'sender');
  return { send, report };
};

const fails = (error: unknown) =>
  open(() => {
    throw error;
  });

test('a route is given its parts, decoded', async () => {
  const { send } = open(async ({ parts, query }) => json({ ...parts, q: query.get('q') }));
  const answer = await send('GET', 'v1/things/a%2Fb?q=1');
  expect(await answer.json()).toEqual({ thing: 'a/b', q: '1' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

test('HEAD is answered as GET, without a body', async () => {
  const answer = await open(async () => json({ a: 1 }, { etag: '"x"' })).send('HEAD', 'v1/things/a');
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, '"x"', '']);
});

test.each([
  ['DELETE', 'v1/things/a', 'GET, HEAD, POST'],
  ['GET', 'fold', 'POST'],
])('%s %s is refused with the methods served there', async (method, path, allow) => {
  const answer = await open(async () => json({})).send(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
  expect(await answer.json()).toMatchObject({ title: 'Method Not Allowed', status: 405 });
});

test('pages of other origins learn what they may send', async () => {
  const { headers, status } = await open(async () => json({})).send('OPTIONS', 'fold');
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-methods')).toBe('POST');
  expect(headers.get('access-control-allow-headers')).toContain('authorization');
});

test.each([
  ['', 200],
  ['{"a":"é"}', 200],
  ['[]', 400],
  ['null', 400],
  ['{', 400],
  [`{"a":"${'x'.repeat(2041)}"}`, 413],
  [`{"a":"${'x'.repeat(2040)}"}`, 200],
])('a body is a small JSON object (%#)', async (body, status) => {
  const { send } = open(async ({ text }) => json(parseObject(text)));
  const answer = await send('POST', 'fold', { body });
  expect(answer.status).toBe(status);
  if (status === 200) expect(await answer.json()).toEqual(JSON.parse(body || '{}'));
  // The length needn't be declared.
  const stream = { body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
  expect((await send('POST', 'fold', stream)).status).toBe(status);
});

test('a body that isn’t UTF-8 is refused, and a byte order mark isn’t part of it', async () => {
  const { send } = open(async ({ text }) => json(parseObject(text)));
  const zoe = readFileSync('tests/common/latin1-body.bin');
  const answer = await send('POST', 'fold', { body: zoe });
  expect([answer.status, await answer.json()]).toMatchObject([400, { detail: 'The body is not UTF-8.' }]);
  const marked = await send('POST', 'fold', { body: '\uFEFF{"p1":"Zoé"}' });
  expect(await marked.json()).toEqual({ p1: 'Zoé' });
});

test.each([
  ['55P03', 503],
  ['57014', 503],
  ['40P01', 503],
  ['53100', 503],
  ['22P02', 422],
  ['23514', 422],
  ['PGRST301', 401],
  ['42501', 401],
  ['XX000', 500],
])('the database’s %s is a %i', async (code, status) => {
  const { send, report } = fails(new DatabaseError(code, 'secret'));
  const answer = await send('POST', 'fold');
  expect(answer.status).toBe(status);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(answer.headers.has('retry-after')).toBe(status === 503);
  expect(await answer.text()).not.toContain('secret');
  expect(report).toHaveBeenCalledTimes(Number(status >= 500));
});

test('a signed-in caller without the right is forbidden', async () => {
  const { send } = fails(new DatabaseError('42501', ''));
  expect((await send('POST', 'fold', { headers: { authorization: 'Bearer x' } })).status).toBe(403);
});

test('a failure is reported without what the address may have of a secret', async () => {
  const { send, report } = fails(new Error('why'));
  expect((await send('GET', 'v1/things/secret')).status).toBe(500);
  expect(report).toHaveBeenCalledWith('The score service could not answer GET v1', expect.any(Error));
});

test('a refusal’s code is its reason', async () => {
  const answer = await fails(new Refusal(409, 'No.', { code: 'over' })).send('POST', 'fold');
  expect(await answer.json()).toEqual({ title: 'Conflict', status: 409, detail: 'No.', reason: 'over' });
});
