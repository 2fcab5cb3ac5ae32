import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { useServer } from './auth-server.ts';

/** The links of mails, and what guessing them leads to. */

/** By which others on the venue's network reach the site. */
const NETWORK = 'http://192.0.2.7:4321';

const auth = useServer({ origins: [NETWORK] });
const { ask, client, linkTo, mailsTo, newAddress, newOwner, refusal, verify } = auth;

const recover = (email: string, redirectTo = `${auth.server.origin}/set-password/`) =>
  client().auth.resetPasswordForEmail(email, { redirectTo });

/** A link of a new account. */
const newLink = async (email: string) => {
  const { id } = await auth.server.auth.addOwner(email);
  expect((await recover(email)).error).toBeNull();
  return { id, email, ...(await linkTo(email)) };
};

/** The same token with a wrong secret. */
const wrong = (token: string, attempt = 0): string =>
  token.slice(0, 32) + (attempt + 1).toString(16).padStart(32, '0');

const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await auth.server.pg.query<Row>(sql, values)).rows;

test('a mail’s link leads to where it was asked for, opens one session, and sets a password', async () => {
  const email = 'forgot@example.test';
  await auth.server.auth.addOwner(email);
  const redirectTo = `${auth.server.origin}/fr/set-password/`;
  expect((await recover(email, redirectTo)).error).toBeNull();
  const { page, token, type } = await linkTo(email);
  expect([page, type]).toEqual([redirectTo, 'recovery']);
  // 256 random bits, of which the database knows half as they are.
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const stored = await rows<{ id: string; secret_hash: string }>('select * from embedded.links');
  expect(JSON.stringify(stored)).not.toContain(token.slice(32));

  const supabase = client();
  const { data, error } = await supabase.auth.verifyOtp({ token_hash: token, type: 'recovery' });
  expect([error, data.user?.email]).toEqual([null, email]);
  const short = await supabase.auth.updateUser({ password: '12345' });
  expect([short.error?.status, short.error?.code]).toEqual([422, 'weak_password']);
  expect((await supabase.auth.updateUser({ password: '123456' })).error).toBeNull();
  expect((await client().auth.signInWithPassword({ email, password: '123456' })).error).toBeNull();
  expect(await refusal(await verify(token))).toEqual([403, 'otp_expired']);
});

test('an invitation’s link opens as an invitation only', async () => {
  const { email } = await auth.server.auth.addOwner('invited@example.test');
  await auth.server.auth.invite(email);
  const [mail] = mailsTo(email);
  for (const said of ['Votre compte est prêt', 'حسابكم جاهز', 'Your account is ready'])
    expect(mail).toContain(`\n${said}\n`);
  const { page, token, type } = await linkTo(email);
  expect([page, type]).toEqual([`${auth.server.origin}/set-password/`, 'invite']);
  expect(await refusal(await verify(token, 'recovery'))).toEqual([403, 'otp_expired']);
  expect((await client().auth.verifyOtp({ token_hash: token, type: 'invite' })).error).toBeNull();
});

test('what only fetches the link’s address leaves it as it is', async () => {
  const { token } = await newLink('scanned@example.test');
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask(`/auth/v1/verify?token=${token}&token_hash=${token}&type=recovery`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  }
  expect((await verify(token)).status).toBe(200);
});

test('five wrong secrets void a link, and an unknown link gets the same answer', async () => {
  const { token } = await newLink('guessed@example.test');
  const address = newAddress();
  expect(await refusal(await verify('f'.repeat(64), 'recovery', address))).toEqual([403, 'otp_expired']);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await verify(wrong(token, attempt), 'recovery', address);
    expect(await refusal(answer)).toEqual([403, 'otp_expired']);
  }
  const another = await newLink('guessed-less@example.test');
  for (let attempt = 0; attempt < 4; attempt += 1) await verify(wrong(another.token, attempt));
  expect((await verify(another.token)).status).toBe(200);
  await verify(wrong(token, 4), 'recovery', address);
  expect(await refusal(await verify(token, 'recovery', address))).toEqual([403, 'otp_expired']);
});

test('an address guesses thirty times in five minutes', async () => {
  const { token } = await newLink('flooded@example.test');
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, attempt) =>
      verify(`${'0'.repeat(30)}${String(attempt).padStart(2, '0')}${'0'.repeat(32)}`, 'recovery', address),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(30).fill(403),
    ...Array<number>(10).fill(429),
  ]);
  const refused = await verify(token, 'recovery', address);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal(refused)).toEqual([429, 'over_request_rate_limit']);
  // Nobody else pays for it.
  expect((await verify(token)).status).toBe(200);
});

test('of two that open a link at once, one gets a session', async () => {
  const { token, id } = await newLink('twice@example.test');
  const before = await rows('select from auth.sessions where user_id = $1', id);
  const answers = await Promise.all([verify(token), verify(token), verify(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect(await rows('select from auth.sessions where user_id = $1', id)).toHaveLength(before.length + 1);
});

test('a link ends after an hour, and with the mail that replaces it', async () => {
  const old = await newLink('late@example.test');
  await rows(
    `update embedded.links set created_at = now() - interval '61 minutes' where user_id = $1`,
    old.id,
  );
  expect(await refusal(await verify(old.token))).toEqual([403, 'otp_expired']);

  const { email } = await auth.server.auth.addOwner('replaced@example.test');
  await auth.server.auth.invite(email);
  const first = await linkTo(email);
  await auth.server.auth.invite(email);
  const second = await linkTo(email);
  expect(await refusal(await verify(first.token, 'invite'))).toEqual([403, 'otp_expired']);
  expect((await verify(second.token, 'invite')).status).toBe(200);
});

test('six digits open nothing, nor does what lite keeps in its own columns', async () => {
  const { id, email } = await newLink('digits@example.test');
  for (const body of [
    { email, token: '123456', type: 'recovery' },
    { email, token: '123456', type: 'magiclink' },
    { token_hash: '', type: 'recovery' },
    { token: 'a'.repeat(64), type: 'recovery' },
  ]) {
    expect(await refusal(await ask('/auth/v1/verify', { method: 'POST', body }))).toEqual([
      403,
      'otp_expired',
    ]);
  }
  // The column that lite itself has for such tokens opens nothing.
  const own = 'b'.repeat(64);
  await rows('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', id, own);
  expect(await refusal(await verify(own))).toEqual([403, 'otp_expired']);
});

test('opening a link leaves no other token behind', async () => {
  const { token, id } = await newLink('clean@example.test');
  expect((await verify(token)).status).toBe(200);
  expect(await rows('select recovery_token from auth.users where id = $1', id)).toEqual([
    { recovery_token: null },
  ]);
  expect(await rows('select from embedded.links where user_id = $1', id)).toEqual([]);
});

test('a mail asked for from the venue’s network leads back there', async () => {
  const { email } = await auth.server.auth.addOwner('venue@example.test');
  await recover(email, `${NETWORK}/ar/set-password/?x=1#old`);
  expect((await linkTo(email)).page).toBe(`${NETWORK}/ar/set-password/`);
});

test.each([
  'https://evil.test/x',
  'http://127.0.0.1:9999/x',
  'ORIGIN.evil.test/',
  '//evil.test',
  'javascript:alert(1)',
  'ORIGIN//evil.test/',
  'ORIGIN/x%0A%0AClick http://evil.test/ now',
  'ORIGIN/set-password/..//evil.test/',
  'ORIGIN/de/set-password/',
  'https://evil.test/set-password/',
])('a mail leads to the site’s own page, and has nothing else in it: %s', async (redirectTo) => {
  const { email } = await auth.server.auth.addOwner(`${randomUUID()}@example.test`);
  await recover(email, redirectTo.replace('ORIGIN', auth.server.origin));
  expect((await linkTo(email)).page).toBe(`${auth.server.origin}/set-password/`);
  expect(mailsTo(email).join()).not.toContain('evil');
});

test('an account gets one mail a minute, and its link stays good', async () => {
  const { email, token } = await newLink('often@example.test');
  for (const address of [newAddress(), newAddress()]) {
    const answer = await client(address).auth.resetPasswordForEmail(email);
    expect(answer.error).toBeNull();
  }
  // Mails go out in order: earlier requests are done by now.
  await newLink('after-often@example.test');
  expect(mailsTo(email)).toHaveLength(1);
  expect((await verify(token)).status).toBe(200);
});

test('an address asks for ten mails in an hour', async () => {
  const address = newAddress();
  const ask = (number: number) => client(address).auth.resetPasswordForEmail(`nobody-${number}@example.test`);
  for (let number = 0; number < 10; number += 1) expect((await ask(number)).error).toBeNull();
  const { error } = await ask(10);
  expect([error?.status, error?.code]).toEqual([429, 'over_request_rate_limit']);
});

test('asking for a mail is the same work with and without an account', async () => {
  const { email } = await auth.server.auth.addOwner('known@example.test');
  const { pg } = auth.server;
  const workFor = async (address: string) => {
    const queries = vi.spyOn(pg, 'query');
    try {
      const answer = await ask(
        '/auth/v1/recover',
        { method: 'POST', body: { email: address } },
        newAddress(),
      );
      // Mails are made in order: when this one's is there, the other's statements have run.
      await newLink(`after-${address}`);
      const statements = queries.mock.calls.map(([sql]) => sql);
      return { status: answer.status, body: await answer.text(), statements };
    } finally {
      vi.restoreAllMocks();
    }
  };
  const known = await workFor(email);
  expect([known.status, known.body, known.statements.length]).toEqual([200, '{}', 2]);
  expect(await workFor('unknown@example.test')).toEqual(known);
  expect(mailsTo('unknown@example.test')).toEqual([]);
  expect(mailsTo(email)).toHaveLength(1);
});

test('no role of the API reads or writes links', async () => {
  const { supabase } = await newOwner('reader@example.test');
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const [granted] = await rows(
      `select has_schema_privilege($1, 'embedded', 'usage') as usage,
        has_table_privilege($1, 'embedded.links', 'select, insert, update, delete') as any`,
      role,
    );
    expect([role, granted]).toEqual([role, { usage: false, any: false }]);
  }
  const { status } = await supabase
    .schema('embedded' as 'public')
    .from('links' as 'user_overlays')
    .select();
  expect(status).toBe(406);
});

test('the demo account’s mail reads as one', async () => {
  await recover(DEMO.email);
  await linkTo(DEMO.email);
  expect(
    mailsTo(DEMO.email)
      .at(-1)
      ?.replace(/http:\S+/, 'LINK'),
  ).toBe(`
Mail to demo@cueboard.test: CueBoard: nouveau mot de passe · كلمة مرور جديدة · new password

Choisissez un nouveau mot de passe
Un nouveau mot de passe a été demandé pour demo@cueboard.test, sans doute par vous.
Le lien ne fonctionne qu’une fois et expire au bout d’une heure. Si vous n’avez rien demandé, ignorez cet e-mail.

اختاروا كلمة مرور جديدة
طُلبت كلمة مرور جديدة للحساب demo@cueboard.test، والأرجح أنكم من طلبها.
يعمل الرابط مرة واحدة ولمدة ساعة. إن لم تطلبوه فتجاهلوا هذه الرسالة.

Choose a new password
Someone, most likely you, asked for a new password for demo@cueboard.test.
You can use the link once. It expires after an hour. If you didn’t ask for it, ignore this email.

  LINK
`);
});

test('where strangers have used up an account’s wrong passwords, a link still opens it and sets one', async () => {
  const { email, password } = await auth.server.auth.addOwner('locked-out@example.test');
  const address = newAddress();
  const signIn = (secret: string) =>
    ask('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password: secret } }, address);
  for (let guess = 0; guess < 10; guess += 1) expect((await signIn(`wrong-${guess}`)).status).toBe(400);
  expect((await signIn(password)).status).toBe(429);
  await auth.server.auth.invite(email);
  const { token, type } = await linkTo(email);
  const opened = await verify(token, type, address);
  const { access_token } = (await opened.json()) as { access_token: string };
  const saved = await ask(
    '/auth/v1/user',
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${access_token}` },
      body: { password: 'chosen-by-link' },
    },
    address,
  );
  expect([opened.status, saved.status]).toEqual([200, 200]);
});
