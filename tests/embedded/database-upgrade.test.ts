import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS, migrate } from '../../supabase/embedded/database.ts';
import { openTemporary } from '../../supabase/embedded/temporary.ts';
import { temporaryFolder } from './folders.ts';

/** Four owners' overlays as the first version stored them, with whatever it took; the last has no public record. */
const FIRST_VERSION = `
  insert into auth.users (id) select ('00000000-0000-4000-8000-00000000000' || n)::uuid from generate_series(1, 4) as n;
  insert into public.user_overlays (url_token, owner_uid, title, created_at) values
    (repeat('A', 24), '00000000-0000-4000-8000-000000000001', 'Second', '2026-11-03 10:00+00'),
    (repeat('B', 24), '00000000-0000-4000-8000-000000000001', 'First 🎱', '2026-11-02 10:00+00'),
    (repeat('C', 24), '00000000-0000-4000-8000-000000000002', '', '2099-01-01 00:00+00'),
    (repeat('D', 24), '00000000-0000-4000-8000-000000000003', 'Overlay 1', '2026-11-04 10:00+00'),
    (repeat('E', 24), '00000000-0000-4000-8000-000000000004', 'Overlay 1', '2026-11-05 10:00+00');
  insert into public.public_overlays
    (url_token, owner_uid, p1, p2, s1, s2, race_to, clock_running, clock_started_at, clock_accum, theme, rev, updated_at)
  values
    (repeat('A', 24), '00000000-0000-4000-8000-000000000001', repeat('🎱', 60), '', -9999, 9999, 9999,
      true, '2026-11-21 19:30:00.123+00', 61.5, 'light', 9007199254740991, '2026-11-21 20:00+00'),
    (repeat('B', 24), '00000000-0000-4000-8000-000000000001', E'"\\\\\\u0001''', '<b>ليلى', 0.1, -0, 0.30000000000000004,
      false, null, 31536000, 'dark', 7, '2026-11-20 20:00+00'),
    (repeat('C', 24), '00000000-0000-4000-8000-000000000002', 'A', 'B', 1e-300, 5e-324, 0,
      true, '2099-01-01 00:00+00', 0, 'dark', 1, '2026-11-19 20:00+00'),
    (repeat('D', 24), '00000000-0000-4000-8000-000000000003', 'PLAYER A', 'PLAYER B', 0, 0, 0,
      true, '2001-01-01 00:00+00', 0, 'dark', 2, '2026-11-18 20:00+00');`;

/** A database as it was with the migrations up to a file. */
const openEarlier = async (last: string) => {
  const migrations = temporaryFolder();
  for (const file of readdirSync(MIGRATIONS).filter((name) => name <= last)) {
    copyFileSync(join(MIGRATIONS, file), join(migrations, file));
  }
  const { pg, close } = await openTemporary(migrations);
  // Whoever is signed in is signed in to one session.
  const session = await pg.connect();
  onTestFinished(async () => {
    session.release();
    await close();
  });
  const query = async (sql: string) => (await session.query<Record<string, unknown>>(sql)).rows;
  return { pg, session, query };
};

test('a database of the first version is brought up with everything in it', async () => {
  const { pg, session, query } = await openEarlier('20261101000000_overlays.sql');
  /** Columns as Postgres writes them: JavaScript's numbers would round. */
  const stored = async () => ({
    private: await query(`
      select id::text, url_token, owner_uid::text, title, created_at::text from public.user_overlays order by url_token`),
    public: await query(`
      select url_token, owner_uid::text, p1, p2, s1::text, s2::text, race_to::text, clock_running,
        clock_started_at::text, clock_accum::text, theme, rev::text, updated_at::text
      from public.public_overlays where url_token < 'E' order by url_token`),
    sent: await query("select id from realtime.messages where topic < 'overlay:E' order by id"),
  });

  await session.query(FIRST_VERSION);
  const before = await stored();
  await migrate(pg, MIGRATIONS);
  expect(await stored()).toEqual(before);

  const matches = await query(`
    select url_token, number, game, rules, matches.seq, previous_id, result, ended_at, last_board,
      start = jsonb_build_object('p1', p1, 'p2', p2, 's1', s1, 's2', s2, 'raceTo', race_to) as starts_as_shown,
      clock_at is not distinct from clock_started_at as clock_is_kept, started_at <= now() as has_begun
    from public.matches join public.public_overlays as shown on match_id = matches.id
      and shown.overlay_id = matches.overlay_id and shown.seq = matches.seq
    order by url_token`);
  expect(matches).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((letter) => ({
      url_token: letter.repeat(24),
      number: 1,
      game: 'plain',
      rules: 1,
      seq: 0,
      previous_id: null,
      result: null,
      ended_at: null,
      last_board: null,
      starts_as_shown: true,
      clock_is_kept: true,
      has_begun: true,
    })),
  );
  expect(await query('select 1 from public.matches')).toHaveLength(5);
  expect(
    await query('select title, position from public.user_overlays order by owner_uid, position'),
  ).toEqual([
    { title: 'First 🎱', position: 1 },
    { title: 'Second', position: 2 },
    { title: '', position: 1 },
    { title: 'Overlay 1', position: 1 },
    { title: 'Overlay 1', position: 1 },
  ]);

  // Its owner finds it, stops the clock that ran meanwhile, and scores on.
  await session.query(
    `select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000003', false)`,
  );
  const [stopped] = await query(`select public.stop_clock((public.ensure_overlay()).url_token) as state`);
  expect(stopped?.['state']).toMatchObject({ rev: 3, seq: 1, clock: { running: false, accum: 31_536_000 } });
  await session.query(`update public.public_overlays set s1 = 1 where url_token = repeat('D', 24)`);
  const [shown] = await query(`select public.get_overlay(repeat('D', 24)) as state`);
  expect(shown?.['state']).toMatchObject({ s1: 1, rev: 4, seq: 2 });
});

/** Two owners' tables as the version before pictures stored them, made and scored by its functions; a third has none. */
const BEFORE_PICTURES = `
  insert into auth.users (id) select ('00000000-0000-4000-8000-00000000000' || n)::uuid from generate_series(1, 3) as n;
  select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000001', false);
  select public.ensure_overlay(), public.add_table('Archived'), public.add_table('First 🎱');
  select public.update_table(id, archived => true) from public.user_overlays where title = 'Archived';
  select public.order_tables(array(select id from public.user_overlays where title = 'First 🎱'));
  update public.public_overlays as shown set s1 = 4, p1 = 'ليلى'
  from public.user_overlays as owned where owned.id = overlay_id and title = 'First 🎱';
  select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000002', false);
  select public.ensure_overlay(), public.add_scorer_link((public.ensure_overlay()).id, 'Badr');
  update public.public_overlays set s1 = 1 where owner_uid = auth.uid();
  set session_replication_role = replica;
  update public.public_overlays set updated_at = '2099-01-01 00:00+00' where owner_uid = auth.uid();
  update public.public_overlays set updated_at = '2026-11-20 20:00+00' where s1 = 4;
  reset session_replication_role;`;

test('a database of the version before pictures keeps everything, and gives every table an address', async () => {
  const { pg, session, query } = await openEarlier('20261121000000_matches.sql');
  const stored = async () =>
    Object.fromEntries(
      await Promise.all(
        ['user_overlays', 'public_overlays', 'matches', 'match_actions', 'scorer_links'].map(
          async (table) =>
            [
              table,
              await query(`
                select (pg_catalog.to_jsonb(stored) - 'shown_at')::text as row from public.${table} as stored
                order by 1`),
            ] as const,
        ),
      ),
    );
  const sent = () => query('select id from realtime.messages order by id');

  await session.query(BEFORE_PICTURES);
  const [before, sentBefore] = [await stored(), await sent()];
  await migrate(pg, MIGRATIONS);
  expect(await stored()).toEqual(before);
  expect(await sent()).toEqual(sentBefore);

  expect(
    await query(`
      select title, board, match_id = slug || '-' || board as is_of_its_venue, venues.owner_uid = owned.owner_uid as is_its_owners
      from public.snapshot_tables join public.venues on venues.id = venue_id
      join public.user_overlays as owned on owned.id = overlay_id
      order by owned.owner_uid, board`),
  ).toEqual(
    [
      { title: 'First 🎱', board: 'b1' },
      { title: 'Overlay 1', board: 'b2' },
      { title: 'Archived', board: 'b3' },
      { title: 'Overlay 1', board: 'b1' },
    ].map((table) => ({ ...table, is_of_its_venue: true, is_its_owners: true })),
  );
  expect(
    await query(
      `select owner_uid::text, slug ~ '^[a-z0-9]{12}$' as is_drawn from public.venues order by owner_uid`,
    ),
  ).toEqual([1, 2].map((n) => ({ owner_uid: `00000000-0000-4000-8000-00000000000${n}`, is_drawn: true })));

  // What was scored has its picture, of the time when it was; the rest has none.
  const latest = await query(`
    select owned.owner_uid, title, answer ->> 'status' as status, answer ->> 'source' as source,
      (answer ->> 'captured_at')::timestamptz = '2026-11-20 20:00+00' as is_of_its_time,
      (answer ->> 'captured_at')::timestamptz <= now() as is_of_no_later_time
    from public.snapshot_tables join public.user_overlays as owned on owned.id = overlay_id,
      lateral public.latest_snapshot(match_id) as answer
    order by owned.owner_uid, board`);
  expect(latest).toMatchObject([
    { status: 'shown', source: 'board', is_of_its_time: true },
    { status: 'none' },
    { status: 'unknown' },
    { status: 'shown', source: 'board', is_of_no_later_time: true },
  ]);

  // Its owner adds a table and scores on.
  const [added] = await query(`
    select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000001', false), public.add_table('New') as id`);
  expect(
    await query(`select board from public.snapshot_tables where overlay_id = '${String(added?.['id'])}'`),
  ).toEqual([{ board: 'b4' }]);
  await session.query(`update public.public_overlays set s2 = 9 where s1 = 4`);
  await session.query(`select public.latest_snapshot(match_id) from public.snapshot_tables`);
  expect(
    await query(`select board from public.snapshots where board ->> 's1' = '4' order by captured_at`),
  ).toMatchObject([{ board: { p1: 'ليلى', s1: 4, s2: 0 } }, { board: { p1: 'ليلى', s1: 4, s2: 9 } }]);
});

/** A venue as the version before dressing stored it: scored, watched, with a picture of its own and one that goes. */
const BEFORE_DRESSING = `
  insert into auth.users (id) values ('00000000-0000-4000-8000-000000000001');
  select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000001', false);
  select public.ensure_overlay(), public.add_table('Two'), public.update_venue(null, 7);
  update public.public_overlays set s1 = 4, p1 = 'ليلى', p2 = ' Zineb ' where owner_uid = auth.uid();
  select public.get_overlay(url_token, 'screen-0001', 2), public.latest_snapshot(pictured.match_id)
  from public.public_overlays join public.snapshot_tables as pictured using (overlay_id);
  select set_config('test.key', public.add_upload_key('Camera') ->> 'secret', false);
  select public.begin_upload(match_id, current_setting('test.key')) from public.snapshot_tables;`;

test('a database of the version before dressing keeps everything, and knows nobody', async () => {
  const { pg, session, query } = await openEarlier('20261122000000_snapshots.sql');
  const stored = async () =>
    Object.fromEntries(
      await Promise.all(
        [
          ...['user_overlays', 'public_overlays', 'matches', 'match_actions', 'overlay_screens'],
          ...['venues', 'snapshot_tables', 'upload_keys', 'snapshots', 'snapshot_removals'],
        ].map(
          async (table) =>
            [
              table,
              await query(`
                select (pg_catalog.to_jsonb(stored) - 'mispaired_at')::text as row from public.${table} as stored order by 1`),
            ] as const,
        ),
      ),
    );
  const sent = () => query('select id from realtime.messages order by id');

  await session.query(BEFORE_DRESSING);
  const [before, sentBefore] = [await stored(), await sent()];
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  await migrate(pg, MIGRATIONS);
  expect(await stored()).toEqual(before);
  expect(await sent()).toEqual(sentBefore);
  expect(await query('select public.get_dressing() as dressing')).toEqual([
    { dressing: { players: [], sponsors: [] } },
  ]);

  // Whoever is listed from now on is known at every table.
  await session.query(`select public.save_player('zineb', 'MA')`);
  const dressed = await query(`
    select public.get_overlay(url_token) -> 'dressing' as dressing from public.user_overlays order by position`);
  expect(dressed).toEqual(
    ['Overlay 1', 'Two'].map((table) => ({
      dressing: { table, faces: [{ name: ' Zineb ', flag: 'MA', picture: null }], sponsors: [] },
    })),
  );
});

test('a database of the version before televisions keeps everything, and its owner pairs one', async () => {
  const { pg, session, query } = await openEarlier('20261123000000_dressing.sql');
  await session.query(BEFORE_PICTURES);
  const tables = ['user_overlays', 'public_overlays', 'venues', 'snapshot_tables', 'scorer_links'];
  const stored = () =>
    Promise.all(
      tables.map((table) =>
        query(`
          select (pg_catalog.to_jsonb(stored) - 'mispaired_at')::text as row from public.${table} as stored
          order by 1`),
      ),
    );
  const sent = () => query('select id from realtime.messages order by id');
  const [before, sentBefore] = [await stored(), await sent()];
  await migrate(pg, MIGRATIONS);
  expect(await stored()).toEqual(before);
  expect(await sent()).toEqual(sentBefore);

  const secret = 'a'.repeat(32);
  const [begun] = await query(`select public.begin_pairing('${secret}') ->> 'code' as code`);
  await session.query(
    `select set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000001', false)`,
  );
  const [paired] = await query(
    `select public.pair_television('${String(begun?.['code'])}', 'Bar') as answer`,
  );
  expect(paired?.['answer']).toMatchObject({ status: 'paired' });
  const [shown] = await query(`select public.ask_television('${secret}') as answer`);
  expect(shown?.['answer']).toMatchObject({
    status: 'paired',
    tables: [{ title: 'First 🎱' }, { title: 'Overlay 1' }],
  });
});
