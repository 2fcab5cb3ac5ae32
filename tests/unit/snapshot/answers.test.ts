import { expect, test, vi } from 'vitest';
import type { Client } from '../../../src/backend/client.ts';
import { matchBackend, openLink } from '../../../src/backend/matches.ts';
import { anonymousRequests, ownerRequests } from '../../../src/backend/requests.ts';
import { tablesBackend } from '../../../src/backend/tables.ts';
import { kindOf } from '../../contract/kind-of.ts';

/** A client that answers everything with the same. */
const answering = (body: unknown, status = 200) => ({
  fetch: vi.fn(async () => new Response(JSON.stringify(body), { status })),
  auth: { refreshSession: vi.fn(async () => ({ error: null })) },
});

const owner = (data: unknown) => {
  const client = answering(data) as unknown as Client;
  return { matches: matchBackend(ownerRequests(client)), tables: tablesBackend(ownerRequests(client)) };
};

const APPENDED = {
  outcome: 'ok',
  index: null,
  entries: [],
  more: false,
  seq: 0,
  rev: 1,
  current: 'm',
  server_time: '2026-11-21T21:00:00.123456+00:00',
};

test.each<[string, unknown]>([
  ['nothing', null],
  ['a text', 'ok'],
  ['an unknown outcome', { ...APPENDED, outcome: 'maybe' }],
  ['no entries', { ...APPENDED, entries: null }],
  [
    'an entry without a body',
    { ...APPENDED, entries: [{ seq: 1, id: 'a', kind: 'rack', at: APPENDED.server_time }] },
  ],
  ['a count that is none', { ...APPENDED, seq: '1' }],
  ['a time that is none', { ...APPENDED, server_time: 'now' }],
])('an answer that cannot be read (%s) is a failure, never a match', async (_title, data) => {
  const { matches, tables } = owner(data);
  expect(await kindOf(matches.resumeMatch('t', 'a', 'b'))).toBe('other');
  expect(await kindOf(matches.getLog('m', 0))).toBe('other');
  expect(await kindOf(tables.listTables())).toBe('other');
});

test('what an answer says is read in this program’s units', async () => {
  const entry = { seq: 1, id: 'a', kind: 'rack', body: { side: 'A' }, at: '2026-11-21T20:59:59Z', by: null };
  const { matches } = owner({ ...APPENDED, seq: 1, entries: [entry] });
  expect(await matches.resumeMatch('t', 'a', 'b')).toMatchObject({
    serverMillis: Date.parse('2026-11-21T21:00:00.123Z'),
    entries: [{ atMillis: Date.parse('2026-11-21T20:59:59Z'), by: null, body: { side: 'A' } }],
  });
});

const denying = () => answering({ code: '42501', message: '' }, 401);

test('a caller without an account is forbidden everything that their link doesn’t open: no session has ended', async () => {
  const requests = anonymousRequests(denying().fetch);
  expect(await kindOf(matchBackend(requests, 'secret').getLog('m', 0))).toBe('forbidden');
  expect(await kindOf(openLink(requests, 'secret'))).toBe('forbidden');
});

test('an owner’s session that the server doesn’t take is renewed once', async () => {
  const client = denying();
  expect(await kindOf(tablesBackend(ownerRequests(client as unknown as Client)).listTables())).toBe(
    'sessionExpired',
  );
  expect([client.fetch.mock.calls.length, client.auth.refreshSession.mock.calls.length]).toEqual([2, 1]);
});
