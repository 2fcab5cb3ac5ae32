import type { App } from '@supabase/lite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Refusal } from '../../../supabase/embedded/http/http.ts';
import { createRest } from '../../../supabase/embedded/rest/rest.ts';

/** What one account and one address may ask REST for, without a database behind it. */

// A slow machine would ask for so much in more time than it is counted for.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const open = () => {
  const rest = createRest({
    lite: {
      fetch: () => Promise.resolve(Response.json([])),
      connection: { normalizeDbError: (error: unknown) => error },
    } as unknown as App,
    call: () => Promise.resolve('null'),
    verifyToken: (sub) =>
      Promise.resolve(sub === 'ended' ? null : { role: 'authenticated', sub, exp: 0, claims: {} }),
  });
  return async (address: string, account?: string, path = 'public_overlays', device?: string) => {
    const headers = {
      ...(account !== undefined && { authorization: `Bearer ${account}` }),
      ...(device !== undefined && { 'x-device': device }),
    };
    const method = path.startsWith('rpc/') ? 'POST' : 'GET';
    const request = new Request(`http://localhost/rest/v1/${path}`, { method, headers });
    const answer = rest(request, address);
    return answer.then(
      ({ status }) => status,
      (error: unknown) => (error as Refusal).status,
    );
  };
};

test('an account that asks without end is refused, and no other, nor a visitor at its address', async () => {
  const ask = open();
  for (let index = 0; index < 1000; index += 1) expect(await ask('10.0.0.1', 'busy')).toBe(200);
  expect(await ask('10.0.0.1', 'busy')).toBe(429);
  expect(await ask('10.0.0.2', 'busy')).toBe(429);
  expect(await ask('10.0.0.1', 'calm')).toBe(200);
  expect(await ask('10.0.0.1')).toBe(200);
  vi.advanceTimersByTime(10_000);
  expect(await ask('10.0.0.2', 'busy')).toBe(200);
});

test('an address whose visitors ask without end is refused, but not other addresses, nor accounts signed in there', async () => {
  const ask = open();
  for (let index = 0; index < 3000; index += 1) await ask('10.0.0.1');
  expect(await ask('10.0.0.1')).toBe(429);
  expect(await ask('10.0.0.2')).toBe(200);
  expect(await ask('10.0.0.1', 'scorer')).toBe(200);
  vi.advanceTimersByTime(10_000);
  expect(await ask('10.0.0.1')).toBe(200);
});

test('tokens of ended sessions count for the address that sends them', async () => {
  const ask = open();
  for (let index = 0; index < 3000; index += 1) expect(await ask('10.0.0.1', 'ended')).toBe(401);
  expect(await ask('10.0.0.1', 'ended')).toBe(429);
  expect(await ask('10.0.0.2', 'ended')).toBe(401);
  expect(await ask('10.0.0.1', 'scorer')).toBe(200);
});

test('an address whose screens ask for codes without end is refused, and no other, nor whatever else it asks for', async () => {
  const ask = open();
  for (let index = 0; index < 200; index += 1)
    expect(await ask('10.0.0.1', index % 2 ? 'owner' : undefined, 'rpc/begin_pairing')).toBe(200);
  expect(await ask('10.0.0.1', undefined, 'rpc/begin_pairing')).toBe(429);
  expect(await ask('10.0.0.1', 'owner', 'rpc/begin_pairing')).toBe(429);
  expect(await ask('10.0.0.2', undefined, 'rpc/begin_pairing')).toBe(200);
  expect(await ask('10.0.0.1', undefined, 'rpc/ask_television')).toBe(200);
  vi.advanceTimersByTime(600_000);
  expect(await ask('10.0.0.1', undefined, 'rpc/begin_pairing')).toBe(200);
});

test('a device that the gate accepts has its own share, one with an invented secret has its address’s', async () => {
  const ask = open();
  expect(await ask('10.0.0.1', undefined, 'rpc/list_tables', 'let-in')).toBe(200);
  for (let index = 0; index < 3000; index += 1)
    await ask('10.0.0.1', undefined, 'rpc/get_overlay', `guess-${index}`);
  expect(await ask('10.0.0.1', undefined, 'rpc/get_overlay', 'guess')).toBe(429);
  expect(await ask('10.0.0.1', undefined, 'rpc/get_overlay', 'let-in')).toBe(200);
  vi.advanceTimersByTime(600_000);
  for (let index = 0; index < 3000; index += 1) await ask('10.0.0.1');
  expect(await ask('10.0.0.1', undefined, 'rpc/get_overlay', 'let-in')).toBe(429);
});
