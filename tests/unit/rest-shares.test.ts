import type { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { expect, test } from 'vitest';
import { createRest } from '../../supabase/embedded/rest.ts';

/** What one account and one address may ask REST for, without a database behind it. */

const open = () => {
  const rest = createRest({
    app: { fetch: () => Promise.resolve(Response.json([])) } as unknown as App,
    connection: { normalizeDbError: (error: unknown) => error } as unknown as PgliteConnection,
    verifyToken: (sub) => Promise.resolve({ role: 'authenticated', sub, exp: 0, claims: {} }),
  });
  return async (address: string, account?: string) => {
    const headers = account === undefined ? {} : { authorization: `Bearer ${account}` };
    const request = new Request('http://localhost/rest/v1/public_overlays', { headers });
    const { status, headers: answered } = await rest(request, address, AbortSignal.any([]));
    return [status, Number(answered.get('retry-after')) > 0];
  };
};

test('an account that asks without end is refused, and no other, nor a visitor at its address', async () => {
  const ask = open();
  for (let index = 0; index < 1000; index += 1) expect(await ask('10.0.0.1', 'busy')).toEqual([200, false]);
  expect(await ask('10.0.0.1', 'busy')).toEqual([429, true]);
  expect(await ask('10.0.0.2', 'busy')).toEqual([429, true]);
  expect(await ask('10.0.0.1', 'calm')).toEqual([200, false]);
  expect(await ask('10.0.0.1')).toEqual([200, false]);
});

test('an address whose visitors ask without end is refused, and no other, nor who is signed in there', async () => {
  const ask = open();
  for (let index = 0; index < 3000; index += 1) await ask('10.0.0.1');
  expect(await ask('10.0.0.1')).toEqual([429, true]);
  expect(await ask('10.0.0.2')).toEqual([200, false]);
  expect(await ask('10.0.0.1', 'scorer')).toEqual([200, false]);
});
