import { expect, test } from 'vitest';
import { useServer } from './auth-server.ts';

/** Changing a password, and the sessions that this ends. */

const auth = useServer();
const { ask, client, linkTo, newAddress, newOwner, refusal, verify } = auth;

const query = (sql: string, ...values: unknown[]) => auth.server.pg.query(sql, values);

/** As if the account's sessions had begun eleven minutes ago, and been renewed since. */
const age = (id: string) =>
  query(
    `update auth.sessions set created_at = now() - interval '11 minutes', refreshed_at = now() where user_id = $1`,
    id,
  );

const change = (token: string, body: unknown) =>
  ask('/auth/v1/user', { method: 'PUT', headers: { authorization: `Bearer ${token}` }, body }, newAddress());

const signIn = (email: string, password: string) => client().auth.signInWithPassword({ email, password });

test('an old session needs the current password, and a fresh one doesn’t', async () => {
  const { id, email, password, supabase } = await newOwner('change@example.test');
  expect((await supabase.auth.updateUser({ password: 'secret-1' })).error).toBeNull();
  await age(id);
  await supabase.auth.refreshSession();
  const without = await supabase.auth.updateUser({ password: 'secret-2' });
  expect([without.error?.status, without.error?.code]).toEqual([400, 'current_password_required']);
  const wrong = await supabase.auth.updateUser({ password: 'secret-2', current_password: password });
  expect([wrong.error?.status, wrong.error?.code]).toEqual([400, 'current_password_invalid']);
  expect((await signIn(email, 'secret-1')).error).toBeNull();
  const right = await supabase.auth.updateUser({ password: 'secret-2', current_password: 'secret-1' });
  expect([right.error, right.data.user?.email]).toEqual([null, email]);
  expect((await signIn(email, 'secret-1')).error?.code).toBe('invalid_credentials');
  expect((await signIn(email, 'secret-2')).error).toBeNull();
});

test('a current password is guessed ten times', async () => {
  const { id, supabase } = await newOwner('guessed@example.test');
  await age(id);
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { error } = await supabase.auth.updateUser({ password: 'secret-2', current_password: 'wrong-one' });
    expect(error?.code).toBe('current_password_invalid');
  }
  const { error } = await supabase.auth.updateUser({ password: 'secret-2', current_password: 'wrong-one' });
  expect([error?.status, error?.code]).toEqual([429, 'over_request_rate_limit']);
});

test('a changed password ends all other sessions at once, and links on their way', async () => {
  const { email, password, supabase } = await newOwner('ends@example.test');
  const other = client();
  const { data } = await other.auth.signInWithPassword({ email, password });
  const { data: overlay } = await other.rpc('ensure_overlay');
  expect(overlay).not.toBeNull();
  await auth.server.auth.invite(email);
  const { token } = await linkTo(email);

  expect((await supabase.auth.updateUser({ password: 'secret-2' })).error).toBeNull();

  const ended = data.session?.access_token ?? '';
  expect(await auth.server.auth.verifyToken(ended)).toBeNull();
  expect(await refusal(await change(ended, { password: 'secret-3' }))).toEqual([403, 'session_not_found']);
  const headers = { authorization: `Bearer ${ended}` };
  expect(await refusal(await ask('/auth/v1/user', { headers }))).toEqual([403, 'session_not_found']);
  expect((await ask('/rest/v1/user_overlays', { headers })).status).toBe(401);
  expect((await other.rpc('ensure_overlay')).status).toBe(401);
  expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  expect(await refusal(await verify(token, 'invite'))).toEqual([403, 'otp_expired']);

  // The session that changed it continues.
  expect((await supabase.rpc('ensure_overlay')).error).toBeNull();
  expect((await supabase.auth.refreshSession()).error).toBeNull();
});

test('signing out ends the access token too', async () => {
  const { supabase, session } = await newOwner('leaves@example.test');
  await supabase.auth.signOut({ scope: 'local' });
  const headers = { authorization: `Bearer ${session.access_token}` };
  expect((await ask('/rest/v1/user_overlays', { headers })).status).toBe(401);
  expect((await ask('/auth/v1/user', { headers })).status).toBe(403);
});

test('a sign-in with the old password that meets the change leaves no session', async () => {
  const { id, email, password, supabase } = await newOwner('race@example.test');
  await Promise.all([
    ...Array.from({ length: 3 }, () => signIn(email, password)),
    supabase.auth.updateUser({ password: 'secret-2' }),
    ...Array.from({ length: 3 }, () => signIn(email, password)),
  ]);
  const { rows } = await query('select from auth.sessions where user_id = $1', id);
  expect(rows).toHaveLength(1);
});

test.each([
  [{ email: 'new@example.test' }, 422, 'validation_failed'],
  [{ phone: '+212600000000', password: 'secret-2' }, 422, 'validation_failed'],
  [{ data: { admin: true } }, 422, 'validation_failed'],
  [{ email: 5 }, 400, 'bad_json'],
  [{}, 400, 'validation_failed'],
  [{ password: '12345' }, 422, 'weak_password'],
  [{ password: 'é'.repeat(37) }, 400, 'validation_failed'],
  [{ password: ['secret-2'] }, 400, 'bad_json'],
  [{ password: 'secret\0-2' }, 400, 'bad_json'],
])('%j is refused', async (body, status, code) => {
  const { id, session } = await newOwner(`${JSON.stringify(body).length}-${status}@example.test`);
  const before = await query(
    'select email, phone, encrypted_password, raw_user_meta_data from auth.users where id = $1',
    id,
  );
  expect(await refusal(await change(session.access_token, body))).toEqual([status, code]);
  const after = await query(
    'select email, phone, encrypted_password, raw_user_meta_data from auth.users where id = $1',
    id,
  );
  expect(after.rows).toEqual(before.rows);
});

test('the same password is refused', async () => {
  const { password, session } = await newOwner('same@example.test');
  expect(await refusal(await change(session.access_token, { password }))).toEqual([422, 'same_password']);
});

test('a password can’t be changed without a session', async () => {
  const { session } = await newOwner('mine@example.test');
  const forged = session.access_token.replace(/[^.]*$/, 'AAAA');
  expect(await refusal(await change(forged, { password: 'secret-2' }))).toEqual([403, 'bad_jwt']);
  const nobody = await ask('/auth/v1/user', { method: 'PUT', body: { password: 'secret-2' } });
  expect(await refusal(nobody)).toEqual([401, 'no_authorization']);
});

test('a session that ends takes its channels with it, and leaves the others', async () => {
  const { email, password, supabase } = await newOwner('listens@example.test');
  const { data: overlay } = await supabase.rpc('ensure_overlay');
  const listen = async (token: string | undefined) => {
    const listener = client();
    if (token !== undefined) await listener.realtime.setAuth(token);
    const states: string[] = [];
    listener
      .channel(`overlay:${overlay?.url_token ?? ''}`, { config: { private: true } })
      .subscribe((status) => states.push(status));
    await expect.poll(() => states).toEqual(['SUBSCRIBED']);
    return { states, close: () => listener.realtime.disconnect() };
  };
  const { data } = await client().auth.signInWithPassword({ email, password });
  const own = await supabase.auth.getSession();
  const listeners = await Promise.all([
    listen(data.session?.access_token),
    listen(own.data.session?.access_token),
    listen(undefined),
  ]);
  const [ended, kept, viewer] = listeners;
  expect((await supabase.auth.updateUser({ password: 'secret-2' })).error).toBeNull();
  await expect.poll(() => ended.states.length).toBeGreaterThan(1);
  expect([kept.states, viewer.states]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
  await Promise.all(listeners.map(({ close }) => close()));
});
