import { createHmac, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realtimeFunctions, startHosted, type Hosted } from './hosted.ts';
import { findPostgrest, startPostgrest } from './postgrest.ts';
import { isHere, project, supabase } from './supabase-cli.ts';

/** What a hosted project's roles may do, on a stand-in (hosted.sql says where from). */

const MIGRATIONS = readdirSync('supabase/migrations').sort();
const VERSIONS = MIGRATIONS.map((name) => name.split('_', 1)[0] ?? '');

const start = async (): Promise<Hosted> => {
  const hosted = await startHosted();
  onTestFinished(hosted.close);
  return hosted;
};

/** Runs all migrations, as the SQL editor does. */
const migrate = async (session: Client): Promise<void> => {
  for (const name of MIGRATIONS) await session.query(readFileSync(`supabase/migrations/${name}`, 'utf8'));
};

const column = async (session: Client, sql: string): Promise<unknown[]> =>
  (await session.query<{ value: unknown }>(sql)).rows.map(({ value }) => value);

const POLICIES = `select count(*)::int as value from pg_policies where schemaname = 'realtime'`;
/** Who owns what the migrations made. */
const OWNERS = `
  select distinct pg_get_userbyid(owner) as value from (
    select relowner, relnamespace from pg_class union all select proowner, pronamespace from pg_proc
    union all select typowner, typnamespace from pg_type
  ) as made (owner, place) where place in (to_regnamespace('public'), to_regnamespace('private'))`;

describe.runIf(isHere)('Supabase’s CLI', () => {
  // With the database's password, and without: the CLI then gets a role that only becomes postgres.
  test.each(['postgres', 'cli_login_postgres'] as const)(
    'db push makes everything in a project’s database, signed in as %s',
    async (user) => {
      const hosted = await start();
      const folder = project();
      const remote = `--remote=${hosted.addressOf(user)}`;
      const { code, output } = await supabase(folder, 'db', 'push', '--yes', remote);
      expect(code, output).toBe(0);
      expect(output).not.toMatch(/error|warn/i);
      const session = await hosted.signIn('postgres');
      expect(await column(session, OWNERS)).toEqual(['postgres']);
      expect(await column(session, POLICIES)).toEqual([4]);
      expect(
        await column(
          session,
          'select version as value from supabase_migrations.schema_migrations order by 1',
        ),
      ).toEqual(VERSIONS);
      const again = await supabase(folder, 'db', 'push', '--dry-run', '--yes', remote);
      expect(again.output).toContain('Remote database is up to date');
    },
    120_000,
  );

  test('where db push may not make policies on Realtime’s messages, it leaves nothing, and the SQL editor and migration repair do the rest', async () => {
    const hosted = await start();
    const admin = await hosted.signIn('supabase_admin');
    // As in supabase/cli#6116.
    await admin.query('alter event trigger grant_policies_start disable');
    const folder = project();
    const remote = `--remote=${hosted.addressOf('postgres')}`;
    const refused = await supabase(folder, 'db', 'push', '--yes', remote);
    expect(refused.code).not.toBe(0);
    expect(refused.output).toMatch(/must be owner of (table|relation) messages/);
    expect(await column(admin, OWNERS)).toEqual([]);

    await admin.query('alter event trigger grant_policies_start enable');
    await migrate(await hosted.signIn('postgres'));
    const repair = ['migration', 'repair', '--status', 'applied', ...VERSIONS, '--yes', remote];
    const repaired = await supabase(folder, ...repair);
    expect(repaired.code, repaired.output).toBe(0);
    const again = await supabase(folder, 'db', 'push', '--dry-run', '--yes', remote);
    expect(again.output).toContain('Remote database is up to date');
  }, 120_000);
});

test('Auth, which owns the accounts, can delete one with everything in it', async () => {
  const hosted = await start();
  await migrate(await hosted.signIn('postgres'));
  const auth = await hosted.signIn('supabase_auth_admin');
  const owner = randomUUID();
  await auth.query('insert into users (id, email) values ($1, $2)', [owner, 'owner@example.test']);
  const session = await hosted.signIn('postgres');
  await session.query(`set role authenticated; set request.jwt.claims = '{"sub": "${owner}"}'`);
  const asked = "select public.begin_pairing(repeat($1, 32), $2) ->> 'code' as value";
  await session.query('select public.ensure_overlay()');
  await session.query(`select public.save_player('Salma', 'MA')`);
  await session.query(`select public.add_scorer_link(id, 'Bar') from public.user_overlays`);
  const [code] = (await session.query<{ value: string }>(asked, ['t', 'television'])).rows;
  await session.query(`select public.pair_television($1, 'TV', id) from public.user_overlays`, [code?.value]);
  await session.query('reset role');
  await session.query(`
    insert into public.venue_pictures (id, venue_id, kind) select repeat('a', 22), id, 'logo' from public.venues;
    insert into public.snapshots (id, match_id, source, type, captured_at, received_at)
      select repeat('b', 22), match_id, 'upload', 'image/png', now(), now() from public.snapshot_tables`);

  await auth.query('delete from users where id = $1', [owner]);

  expect(await column(session, 'select count(*)::int as value from public.venues')).toEqual([0]);
  expect(await column(session, 'select count(*)::int as value from public.user_overlays')).toEqual([0]);
  expect(await column(session, 'select count(*)::int as value from public.snapshot_removals')).toEqual([2]);
});

test('Realtime, which tries the policies as the listener, lets those in who know a topic, and nobody send', async () => {
  const hosted = await start();
  await migrate(await hosted.signIn('postgres'));
  const realtime = await hosted.signIn('supabase_realtime_admin');
  await realtime.query(realtimeFunctions('take_on', 'readable', 'writable'));
  const letters = 'a'.repeat(24);
  const owner = JSON.stringify({ sub: randomUUID(), role: 'authenticated' });
  for (const [role, claims] of [
    ['anon', '{"role": "anon"}'],
    ['authenticated', owner],
  ]) {
    for (const [topic, heard] of [
      [`overlay:${letters}`, ['broadcast']],
      [`room:${letters}`, ['broadcast']],
      ['overlay:short', []],
      ['snapshot:nobodys-b1', []],
      [`paired:${randomUUID()}`, []],
    ] as const) {
      const { rows } = await realtime.query<{ readable: string[]; writable: string[] }>(
        'select realtime.readable($1, $2, $3), realtime.writable($1, $2, $3)',
        [topic, role, claims],
      );
      expect(rows, `${topic} as ${role ?? ''}`).toEqual([{ readable: heard, writable: [] }]);
    }
  }
  expect(await column(realtime, 'select count(*)::int as value from realtime.messages')).toEqual([0]);
});

const JWT_SECRET = 'a secret of the stand-in, 32 letters or more';
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub: string): string => {
  const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub, role: 'authenticated' })}`;
  return `${signed}.${createHmac('sha256', JWT_SECRET).update(signed).digest('base64url')}`;
};

const program = findPostgrest();

test.skipIf(!program)(
  'through PostgREST: a board is broadcast, an erased name is in no stored message, and calls stop after 3 and 8 seconds',
  async () => {
    const hosted = await start();
    const session = await hosted.signIn('postgres');
    await migrate(session);
    await session.query(`
      create function public.wait(seconds float8) returns boolean language sql as $$ select true from pg_sleep(seconds) $$;
      grant execute on function public.wait(float8) to anon, authenticated`);
    const owner = randomUUID();
    const auth = await hosted.signIn('supabase_auth_admin');
    await auth.query('insert into users (id, email) values ($1, $2)', [owner, 'owner@example.test']);
    const postgrest = await startPostgrest(program ?? '', {
      uri: hosted.addressOf('authenticator'),
      jwtSecret: JWT_SECRET,
    });
    onTestFinished(postgrest.close);
    const call = async (name: string, values: object, token?: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${postgrest.origin}/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(values),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const token = tokenOf(owner);

    const { url_token: key } = await call('ensure_overlay', {}, token);
    const { match } = await call('get_overlay', { key });
    const board = {
      p1: 'Salma Erased',
      p2: 'Badr',
      s1: 1,
      s2: 0,
      race_to: 3,
      rules: 1,
      detail: null,
      result: null,
    };
    const action = {
      id: randomUUID(),
      kind: 'set',
      body: { changes: { p1: { from: 'PLAYER A', to: 'Salma Erased' } } },
      ago: 0,
    };
    const appended = await call(
      'append_actions',
      { match, after_seq: 0, actions: [action], board, link: null },
      token,
    );
    expect(appended['outcome']).toBe('ok');
    const named = `select count(*)::int as value from realtime.messages where payload::text ilike '%salma%'`;
    const sent = `select count(*)::int as value from realtime.messages where topic = 'overlay:${String(key)}' and private`;
    // Four days of other venues' boards, as Realtime keeps them: to compare every name in them would take too long.
    await session.query(`
      insert into realtime.messages (topic, extension, event, private, payload)
      select 'overlay:' || n, 'broadcast', 'state', true, jsonb_build_object(
        'match', gen_random_uuid(), 'p1', 'Youssef ' || n, 'p2', 'سلمى', 'detail', repeat('1', 600))
      from generate_series(1, 60000) as n`);
    expect(await column(session, named)).toEqual([1]);
    expect(await column(session, sent)).not.toEqual([0]);
    expect(await call('erase_player', { key: 'salma erased' }, token)).toEqual({ after: null, found: true });
    expect(await column(session, named)).toEqual([0]);

    for (const [seconds, who] of [
      [3, undefined],
      [8, token],
    ] as const) {
      expect(await call('wait', { seconds: seconds - 0.5 }, who)).toBe(true);
      expect(await call('wait', { seconds: seconds + 2 }, who)).toMatchObject({ code: '57014' });
    }
  },
);
