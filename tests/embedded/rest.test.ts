import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMBEDDED_PUBLISHABLE_KEY as apikey } from '../../src/config/backend.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation } from './folders.ts';
import { signInToDemo } from './processes.ts';

/** REST of the embedded server says what PostgREST says. */

let server: EmbeddedServer;
let authorization: string;
let token: string;
const folder = sharedInstallation();

const ask = async (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) => {
  const response = await fetch(`${server.origin}${path}`, {
    ...init,
    headers: { apikey, authorization, 'content-type': 'application/json', ...init.headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(text || 'null') as Record<string, string>,
  };
};

beforeAll(async () => {
  server = await startServer({ folder, port: 0, mail: () => {} });
  authorization = `Bearer ${(await signInToDemo(server.origin)).session.access_token}`;
  token = (await ask('/rest/v1/rpc/ensure_overlay', { method: 'POST', body: '{}' })).body['url_token'] ?? '';
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const patch = (body: string) =>
  ask(`/rest/v1/public_overlays?url_token=eq.${token}`, { method: 'PATCH', body });

test.each([
  [{ p1: 'x'.repeat(61) }, '23514'],
  [{ p2: 'س'.repeat(61) }, '23514'],
  [{ s1: 'NaN' }, '23514'],
  [{ s1: 'Infinity' }, '23514'],
  [{ s2: 10_000 }, '23514'],
  [{ race_to: -1 }, '23514'],
  [{ theme: 'pink' }, '23514'],
  [{ s1: 'many' }, '22P02'],
  [{ p1: null }, '23502'],
  [{ nothing: 1 }, 'PGRST204'],
])('%j is refused with 400 and %s, and nothing is written', async (changes, code) => {
  const { status, body } = await patch(JSON.stringify(changes));
  expect([status, body['code']]).toEqual([400, code]);
  expect(body).toEqual({ code, message: expect.any(String) as string, details: null, hint: null });
  const [row] = (await ask(`/rest/v1/public_overlays?url_token=eq.${token}&select=p1,s1,theme`))
    .body as unknown as object[];
  expect(row).toEqual({ p1: 'PLAYER A', s1: 0, theme: 'dark' });
});

test('a function refuses a value without its row, which has a secret’s hash', async () => {
  const text = JSON.stringify({ secret: 'x'.repeat(32), kind: 'radio' });
  const { status, body } = await ask('/rest/v1/rpc/begin_pairing', { method: 'POST', body: text });
  const message = 'new row for relation "pairing_codes" violates check constraint "kind_is_known"';
  expect([status, body]).toEqual([400, { code: '23514', message, details: null, hint: null }]);
});

test('a number too large for a number is out of range', async () => {
  const { status, body } = await patch('{"s1": 1e999}');
  expect([status, body['code']]).toEqual([400, '23514']);
});

test.each(['(', '()', ',', '"', 'p1)', 'p1,(', 'p1(', ':p1', '[', '!', "'", '->', '..', '%00', '%2'])(
  'the columns %s are refused with 400',
  async (select) => {
    const { status, body } = await ask(`/rest/v1/public_overlays?select=${select}`);
    expect([status, body['code']]).toEqual([400, 'PGRST100']);
  },
);

test.each(['select=p1,"a.b.c.d"', 'select=x:"..."', 'select="a.b"->c', '"a.b.c.d"=eq.1', '"a.b.c".x=eq.1'])(
  'a name with a dot is refused with 400: %s',
  async (query) => {
    const { status, body } = await ask(`/rest/v1/public_overlays?${query}`);
    expect([status, body['code']]).toEqual([400, 'PGRST100']);
  },
);

test('a name in quotes without a dot is one', async () => {
  const { status, body } = await ask(`/rest/v1/public_overlays?url_token=eq.${token}&select="p1","s1"`);
  expect([status, body]).toEqual([200, [{ p1: 'PLAYER A', s1: 0 }]]);
});

test.each([
  ['multipart/form-data; boundary=x', '--x\r\nnonsense'],
  ['multipart/form-data', 'nonsense'],
  ['application/x-www-form-urlencoded', 'key=a'],
  ['text/csv', 'key\na,b'],
  ['text/plain', '{"key":"a"}'],
  ['application/octet-stream', '\u0001'],
  ['application/json', '{'],
])('a body of %s is refused with 400', async (type, body) => {
  const answer = await ask('/rest/v1/rpc/get_overlay', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  expect([answer.status, answer.body['code']]).toEqual([400, 'PGRST102']);
});

test('a body in another encoding than UTF-8 is refused with 400', async () => {
  const answer = await ask('/rest/v1/rpc/get_overlay', {
    method: 'POST',
    body: readFileSync('tests/common/latin1-body.bin'),
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.status, answer.body['code']]).toEqual([400, 'PGRST102']);
});

test.each([
  ['a word', 'Bearer nonsense', 'PGRST301'],
  ['nobody’s signature', `Bearer ${unsigned({ role: 'service_role' })}`, 'PGRST301'],
  ['a token of yesterday', `Bearer ${unsigned({ role: 'authenticated', exp: 1_700_000_000 })}`, 'PGRST303'],
])('%s is no token', async (_what, given, code) => {
  const { status, body } = await ask('/rest/v1/public_overlays', { headers: { authorization: given } });
  expect([status, body['code']]).toEqual([401, code]);
});

function unsigned(claims: object): string {
  return (
    [{ alg: 'none' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.') + '.'
  );
}

test.each(['Bearer  ', 'bearer ', 'Bearer\t', 'Basic ', 'Bearer , Bearer '])(
  'only input that this server and lite read alike gets in: %j',
  async (scheme) => {
    const token = authorization.replace('Bearer ', '');
    const { status, body } = await ask('/rest/v1/public_overlays', {
      headers: { authorization: `${scheme}${token}` },
    });
    expect([status, body['code']]).toEqual([401, 'PGRST301']);
  },
);

test('methods that a table or a function does not have are named', async () => {
  const table = await ask('/rest/v1/public_overlays', { method: 'PUT', body: '{}' });
  expect([table.status, table.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH']);
  const procedure = await ask('/rest/v1/rpc/get_overlay', { method: 'DELETE' });
  expect([procedure.status, procedure.headers.get('allow')]).toEqual([405, 'POST']);
});

test('data closed by grants stays closed to its owner', async () => {
  const move = await patch('{"clock_accum": 5}');
  expect([move.status, move.body['code']]).toEqual([403, '42501']);
});

test.each([
  '[]',
  '[{"s1": 1}]',
  '"x"',
  'null',
  '1',
  `${'{"s1":'.repeat(17)}1${'}'.repeat(17)}`,
  '['.repeat(8000),
])('a body that is no object of this depth is refused: %.20s', async (text) => {
  expect((await patch(text)).body['code']).toBe('PGRST102');
  const call = await ask('/rest/v1/rpc/ensure_overlay', { method: 'POST', body: text });
  expect([call.status, call.body['code']]).toEqual([400, 'PGRST102']);
});

test('a megabyte of a string that never ends is no work', async () => {
  const started = performance.now();
  const { status } = await ask('/rest/v1/rpc/get_overlay', {
    method: 'POST',
    body: `{"key":"${'\\"'.repeat(500_000)}`,
  });
  expect(status).toBe(400);
  // A regular expression took minutes.
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('a change that names no row is refused: several at once would wait for each other', async () => {
  for (const query of ['s1=lt.50', 'url_token=neq.x', 'id=in.(a,b)']) {
    const { status, body } = await ask(`/rest/v1/public_overlays?${query}`, {
      method: 'PATCH',
      body: '{"s1": 1}',
    });
    expect([status, body['code']]).toEqual([400, 'PGRST100']);
  }
});

test('a column takes no list and no object', async () => {
  for (const p1 of [[], ['a'], {}, { length: 1 }]) {
    const { status, body } = await patch(JSON.stringify({ p1 }));
    expect([status, body['code']]).toEqual([400, '22P02']);
  }
});

const NOBODYS = '00000000-0000-4000-8000-000000000000';

const callFunction = (name: string, args: unknown, headers: Record<string, string> = {}) =>
  ask(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(args), headers });

test.each([true, { length: 1, charCodeAt: 1 }, 'x', -1, [], null])(
  'a function closed to all callers is refused before its arguments are read: %j',
  async (ids) => {
    const { status, body } = await callFunction(
      'confirm_removed',
      { ids },
      { authorization: `Bearer ${apikey}` },
    );
    expect([status, body['code']]).toEqual([401, '42501']);
  },
);

test.each([
  ['order_tables', { ids: true }, 400, '22P02'],
  ['order_tables', { ids: { length: 1 } }, 400, '22P02'],
  ['order_tables', { ids: 'x' }, 400, '22P02'],
  ['add_table', { title: 'a\u0000b' }, 400, '22P05'],
  ['add_scorer_link', { table_id: NOBODYS, label: 'a', ends_at: 9_007_199_254_740_992 }, 400, '22008'],
  ['get_overlay', {}, 404, 'PGRST202'],
  ['get_overlay', { key: 'x', nothing: 1 }, 404, 'PGRST202'],
  ['no_such_function', {}, 404, 'PGRST202'],
])('%s of %j is answered with %i and %s', async (name, args, expected, code) => {
  const { status, body } = await callFunction(name, args);
  expect([status, body['code']]).toEqual([expected, code]);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a property that every object has is no name in a query, and leaves nothing behind: %s',
  async (name) => {
    const queries = [
      `${name}=eq.1`,
      `${name}.polluted=eq.1&select=*,${name}(*)`,
      `matches.${name}=eq.1&select=*,matches(*)`,
      `p1=${name}.1`,
      `p1=not.${name}.1`,
      `p1=${name}`,
      `${name}.limit=1&select=*,${name}(*)`,
      `select=*,${name}:matches(*)&${name}.order=id`,
      `${name}.or=(p1.eq.1)&select=*,${name}(*)`,
    ];
    for (const query of queries) {
      for (const method of ['GET', 'PATCH']) {
        const { status, body } = await ask(`/rest/v1/public_overlays?${query}`, {
          method,
          ...(method === 'PATCH' && { body: '{"p1":"A"}' }),
        });
        expect([query, status, body['code']]).toEqual([query, 400, 'PGRST100']);
      }
    }
    expect((await ask(`/rest/v1/public_overlays?p1=eq.${name}`)).body).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.keys(Object)).toEqual([]);
  },
);

test('no request can change the prototype of all objects', () => {
  expect(() => Object.assign(Object.prototype, { polluted: 1 })).toThrow(TypeError);
});

test.each([
  'p1=match.^(a%2B)(a%2B)\\2\\1$',
  'p1=imatch.a',
  'p1=not.match.a',
  'p1=match(any).{a,b}',
  'or=(p1.eq.a,p1.match.a)',
  'and=(p1.not.imatch.a)',
  'not.or=(p1.match(all).{a})',
  'user_overlays.title=match.a&select=*,user_overlays(title)',
  'user_overlays.or=(title.match.a)&select=*,user_overlays(title)',
])('a regular expression, which could keep the database busy for hours, is refused: %s', async (query) => {
  const { status, body } = await ask(`/rest/v1/public_overlays?${query}`);
  expect([status, body['code']]).toEqual([400, 'PGRST100']);
});

test.each(['order=%00', 'p1=eq.a%00', 'select=p1%00', 'or=(p1.eq.%00)', 'a%00=eq.1', 'limit=%00'])(
  'a zero byte is refused, and ends no session: %s',
  async (query) => {
    const { status, body } = await ask(`/rest/v1/public_overlays?${query}`);
    expect([status, body['code']]).toEqual([400, 'PGRST100']);
  },
);

test('a name that has the word in it is no regular expression', async () => {
  expect((await ask('/rest/v1/public_overlays?p1=eq.match.day')).status).toBe(200);
});

test.each([
  `select=${'a('.repeat(3000)}id${')'.repeat(3000)}`,
  `select=p1${'->a'.repeat(3000)}`,
  `or=${'(and'.repeat(400)}(p1.eq.a)${')'.repeat(400)}`,
])('endless nesting is refused', async (query) => {
  const { status, body } = await ask(`/rest/v1/public_overlays?${query}`);
  expect([status, body['code']]).toEqual([400, 'PGRST100']);
});

test('a code counts for the client that requested it, whatever the request claims', async () => {
  const asked = await ask('/rest/v1/rpc/begin_pairing', {
    method: 'POST',
    body: JSON.stringify({ secret: 'a'.repeat(32) }),
    headers: { 'cf-connecting-ip': '203.0.113.7' },
  });
  expect(asked.body['status']).toBe('waiting');
  const { rows } = await server.pg.query('select host(asked_by) as address from public.pairing_codes');
  expect(rows).toEqual([{ address: '127.0.0.1' }]);
});
