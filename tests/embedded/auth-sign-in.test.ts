import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import ownBcrypt from 'bcrypt';
import { expect, test, vi } from 'vitest';
import { ROOT } from '../../supabase/embedded/data/paths.ts';
import { type Address, useServer } from './auth-server.ts';

/** Signing in, and guessing passwords. */

const auth = useServer();
const { ask, client, newAddress, newOwner, refusal } = auth;

const tryPassword = (email: string, password: string, address?: Address) =>
  ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } }, address);

const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).sort();

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** What lite takes for bcryptjs. */
const liteBcrypt = createRequire(join(ROOT, 'node_modules/@supabase/lite/'))('bcryptjs') as typeof ownBcrypt;

test('a wrong password and an unknown address get the same words, after the same hashing', async () => {
  const { email } = await auth.server.auth.addOwner('known@example.test');
  const spies = [vi.spyOn(liteBcrypt, 'compare'), vi.spyOn(ownBcrypt, 'compare')];
  const workFor = async (address: string) => {
    for (const spy of spies) spy.mockClear();
    const answer = await tryPassword(address, 'wrong-one', newAddress());
    const hashes = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    const cost = spies.flatMap(({ mock }) => mock.calls.map(([, hash]) => hash.slice(0, 7)));
    return { status: answer.status, body: await answer.text(), hashes, cost };
  };
  const known = await workFor(email);
  expect(known).toMatchObject({ status: 400, hashes: 1, cost: ['$2b$10$'] });
  expect(JSON.parse(known.body)).toMatchObject({ error_code: 'invalid_credentials' });
  expect(await workFor('nobody@example.test')).toEqual(known);
  for (const spy of spies) spy.mockRestore();
});

test('hashing leaves the process free to do something else', async () => {
  let left = 10;
  const hashes = Promise.all(many(left, () => liteBcrypt.hash('secret', 10).finally(() => (left -= 1))));
  let turns = 0;
  for (; left > 0; turns += 1) await setImmediate();
  await hashes;
  // JavaScript's own bcrypt lets the event loop turn about once in each.
  expect(turns).toBeGreaterThan(200);
});

test('an address may fail thirty times in five minutes, for any account', async () => {
  const address = newAddress();
  const { email, password } = await auth.server.auth.addOwner('flooded@example.test');
  const flood = many(300, (index) => tryPassword(`nobody-${index}@example.test`, 'wrong-one', address));
  expect(await statuses(flood)).toEqual([...Array<number>(30).fill(400), ...Array<number>(270).fill(429)]);
  const refused = await tryPassword(email, password, address);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200);
  expect(await refusal(refused)).toEqual([429, 'over_request_rate_limit']);
  expect((await tryPassword(email, password, newAddress())).status).toBe(200);
});

test('one account, tried from one address, is closed to that address only', async () => {
  const { email, password } = await auth.server.auth.addOwner('tried@example.test');
  const [stranger, owner] = [newAddress(), newAddress()];
  const guesses = many(12, () => tryPassword(email, 'wrong-one', stranger));
  expect(await statuses(guesses)).toEqual([...Array<number>(10).fill(400), 429, 429]);
  expect((await tryPassword(email.toUpperCase(), password, stranger)).status).toBe(429);
  expect((await tryPassword(email, password, owner)).status).toBe(200);
});

test('a session is renewed a hundred and fifty times in five minutes', async () => {
  const address = newAddress();
  const renew = () =>
    ask(
      '/auth/v1/token?grant_type=refresh_token',
      { method: 'POST', body: { refresh_token: '00000000-0000-4000-8000-000000000000' } },
      address,
    );
  expect(await statuses(many(152, renew))).toEqual([...Array<number>(150).fill(400), 429, 429]);
});

test('a session is renewed, and ends everywhere when its owner signs out everywhere', async () => {
  const { supabase, email, password } = await newOwner('sessions@example.test');
  const { data, error } = await supabase.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();

  const elsewhere = client();
  await elsewhere.auth.signInWithPassword({ email, password });
  await supabase.auth.signOut({ scope: 'local' });
  expect((await elsewhere.auth.refreshSession()).error).toBeNull();

  await supabase.auth.signInWithPassword({ email, password });
  await supabase.auth.signOut({ scope: 'global' });
  expect((await elsewhere.auth.refreshSession()).error?.status).toBe(400);
});

test('right passwords that arrive at once are all right', async () => {
  const { email, password } = await auth.server.auth.addOwner('busy@example.test');
  const address = newAddress();
  expect(await statuses(many(14, () => tryPassword(email, password, address)))).toEqual(many(14, () => 200));
});
