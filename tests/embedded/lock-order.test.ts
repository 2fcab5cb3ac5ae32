import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparedDatabase } from './folders.ts';

/**
 * The lock order of supabase/schemas/03_tables.sql. Each call meets each lock held by another session: while it waits
 * for that one, look it holds already comes before it in the order. Where all calls keep to one order, no two of them
 * can wait for each other.
 */

const { pg, close } = await preparedDatabase();
afterAll(close);

const OWNER = '00000000-0000-4000-8000-00000000000a';
const PICTURE = '-'.repeat(22);
const RESULT = 'r'.repeat(22);

/** One statement a lock, in the order. */
const LOCKS = {
  venue: 'select from public.venues',
  codes: `select where pg_try_advisory_xact_lock(hashtextextended('pairing_codes', 0))`,
  address: `select from public.snapshot_tables where board = 'b1'`,
  board: 'select from public.public_overlays where table_id = (select table_id from here)',
  match: 'select from public.matches where id = (select match_id from here)',
  table: 'select from public.user_overlays where id = (select table_id from here)',
  picture: 'select from public.snapshots',
  result: 'select from public.results',
} as const;
type Lock = keyof typeof LOCKS;
const ORDER = Object.keys(LOCKS) as Lock[];

/** Takes a lock, or returns false if another session has it. */
const take = async (client: PoolClient, lock: Lock): Promise<boolean> => {
  const sql = lock === 'codes' ? LOCKS.codes : `${LOCKS[lock]} for update skip locked`;
  return (await client.query(sql)).rowCount === 1;
};

/** Calls of all writing functions on the owner's first table, its venue and its pictures, and the direct updates. */
const CALLS = {
  ensure_overlay: 'public.ensure_overlay()',
  add_table: `public.add_table('Two')`,
  list_tables: 'public.list_tables()',
  update_table: `public.update_table(table_id, 'Renamed', true)`,
  change_waiting: `public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', gen_random_uuid(),
    'kind', 'add', 'name', 'A', 'size', 2, 'wants', 'table', 'wanted_id', table_id, 'table_id', table_id, 'replace', true))`,
  list_waiting: 'public.list_waiting()',
  run_tournament: `public.run_tournament(jsonb_build_object('id', gen_random_uuid(), 'tournament', gen_random_uuid(),
    'facts', '[{"key": "entry:1", "value": {"name": "A"}, "before": 0}]'::jsonb))`,
  change_tournament: `public.change_tournament(jsonb_build_object('id', gen_random_uuid(), 'tournament', match_id,
    'facts', jsonb_build_array(jsonb_build_object('key', 'outcome:w1.1', 'value', gen_random_uuid(), 'before', 0))))`,
  order_tables: 'public.order_tables(array[table_id])',
  replace_overlay_link: 'public.replace_overlay_link(table_id)',
  add_scorer_link: `public.add_scorer_link(table_id, 'Bar')`,
  revoke_scorer_link: 'public.revoke_scorer_link(link_id)',
  append_actions: `public.append_actions(match_id, 0, jsonb_build_array(jsonb_build_object('id', gen_random_uuid(),
    'kind', 'set', 'body', '{}'::jsonb, 'ago', 0)), '{"p1": "A", "p2": "B", "s1": 7, "s2": 0, "race_to": 0, "rules": 1}', link)`,
  begin_match: `public.begin_match(table_id, match_id, gen_random_uuid(), 'plain', 1, '{}',
    '{"p1": "A", "p2": "B", "s1": 7, "s2": 0, "race_to": 0, "rules": 1}', 0, link)`,
  resume_match: 'public.resume_match(table_id, match_id, before_id)',
  move_by_machine: `public.move_by_machine(machine, gen_random_uuid()::text, repeat('0', 64), match_id, 0,
    jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'kind', 'set', 'body', '{}'::jsonb, 'ago', 0)),
    '{"p1": "A", "p2": "B", "s1": 7, "s2": 0, "race_to": 0, "rules": 1}', '{}')`,
  begin_by_machine: `public.begin_by_machine(machine, gen_random_uuid()::text, repeat('0', 64), match_id, gen_random_uuid(),
    'plain', 1, '{}', '{"p1": "A", "p2": "B", "s1": 7, "s2": 0, "race_to": 0, "rules": 1}', '{}')`,
  press_button: `public.press_button(button, match_id, 0, jsonb_build_array(jsonb_build_object('id', gen_random_uuid(),
    'kind', 'set', 'body', '{}'::jsonb, 'ago', 0)), '{"p1": "A", "p2": "B", "s1": 7, "s2": 0, "race_to": 0, "rules": 1}')`,
  start_clock: 'public.start_clock(token)',
  get_overlay: `public.get_overlay(token, 'screen-0001', 1), public.get_overlay(table_id::text)`,
  update_venue: `public.update_venue(false, 7, title => 'Named')`,
  add_upload_key: `public.add_upload_key('Camera')`,
  revoke_upload_key: 'public.revoke_upload_key(key_id)',
  name_player: `public.name_player('B')`,
  hide_player: `public.hide_player((select id from public.players), true)`,
  save_player: `public.save_player('A', 'MA')`,
  save_sponsor: `public.save_sponsor('S', '${PICTURE}')`,
  order_sponsors: `public.order_sponsors('{}')`,
  begin_picture: `public.begin_picture('logo')`,
  set_aside: `public.set_aside('${RESULT}', true)`,
  correct_result: `public.correct_result('${RESULT}', '{"p1": "A", "p2": "B", "s1": 1, "s2": 0}')`,
  delete_result: `public.delete_result('${RESULT}')`,
  store_result: 'public.store_result(match_id, 0, null, null)',
  purge_logs: 'public.purge_logs((select id from public.venues))',
  erase_player: `public.erase_player('A')`,
  merge_players: `public.merge_players('A', 'B')`,
  part_player: `public.part_player('A')`,
  import_lines: `public.import_lines('owner@example.test', jsonb_build_array(jsonb_build_object('type', 'result',
    'id', 'x${RESULT.slice(1)}', 'match', match_id, 'table', table_id, 'table_title', 'T', 'game', 'plain', 'rules', 1, 'p1', 'A',
    'p2', 'B', 's1', 1, 's2', 0, 'race_to', 0, 'over', false, 'started_at', '2026-01-01T00:00:00Z',
    'last_at', '2026-01-01T00:00:00Z', 'rev', 1, 'detail', '{}'::jsonb)), true)`,
  begin_pairing: `public.begin_pairing(repeat('b', 32))`,
  find_code: 'public.find_code(code)',
  pair_television: `public.pair_television(code, 'TV', table_id)`,
  update_television: `public.update_television(television_id, 'TV 2', table_id)`,
  unpair_television: 'public.unpair_television(television_id)',
  let_in_device: `public.let_in_device(device_code, 'Bar', 'service')`,
  update_device: `public.update_device(device_id, 'Bar 2', 'admin')`,
  revoke_devices: 'public.revoke_devices(array[device_id], array[]::uuid[], array[television_id])',
  take_due: `public.take_due(address, '{"plain": 1}')`,
  latest_snapshot: 'public.latest_snapshot(address)',
  begin_upload: 'public.begin_upload(address, key)',
  record_snapshot: `public.record_snapshot(address, key, upload_id, 'image/png', repeat('00', 16), now())`,
  fail_upload: `public.fail_upload(address, key, 'late')`,
  expire_snapshots: 'public.expire_snapshots(10)',
} as const;
const UPDATES = {
  'a direct update of a board': `update public.public_overlays set s1 = s1 + 1`,
  'a direct renaming': `update public.user_overlays set title = title || '.'`,
  'a renaming by an Admin': `select set_config('request.headers', '{"x-device": "${'f'.repeat(32)}"}', true),
    set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claims', '', true),
    public.update_table(table_id, 'Renamed') from public.here`,
} as const;

const sign = `select set_config('request.jwt.claim.sub', '${OWNER}', true),
  set_config('request.jwt.claims', '{"sub": "${OWNER}"}', true)`;

beforeAll(async () => {
  await pg.query(`
    begin;
    insert into auth.users (id, email) values ('${OWNER}', 'owner@example.test');
    ${sign};
    create table public.here as select id as table_id, url_token as token from public.ensure_overlay();
    alter table public.here add match_id uuid, add before_id uuid, add link text, add link_id uuid, add machine text,
      add button text, add key text,
      add key_id uuid, add code text, add television_id uuid, add device_code text,
      add device_id uuid, add address text, add upload_id text;
    update public.here set before_id = (select match_id from public.public_overlays),
      address = (select match_id from public.snapshot_tables), match_id = '${randomUUID()}';
    select public.begin_match(table_id, before_id, match_id, 'plain', 1, '{}',
      '{"p1": "A", "p2": "B", "s1": 1, "s2": 0, "race_to": 0, "rules": 1}', 0) from public.here;
    update public.here set link = made ->> 'secret', link_id = (made ->> 'id')::uuid
      from public.add_scorer_link((select table_id from public.here), 'Bar') as made;
    update public.here set machine = public.add_scorer_link(table_id, 'Remote', is_machine => true) ->> 'secret',
      button = public.add_scorer_link(table_id, 'Deck', move => '{"move": "undo", "fields": {}}') ->> 'secret';
    update public.here set key = made ->> 'secret', key_id = (made ->> 'id')::uuid from public.add_upload_key('Door') as made;
    update public.here set television_id = (public.pair_television(
      public.begin_pairing(repeat('a', 32)) ->> 'code', 'TV') ->> 'id')::uuid;
    update public.here set code = public.begin_pairing(repeat('c', 32)) ->> 'code';
    update public.here set device_id = (public.let_in_device(
      public.begin_pairing(repeat('d', 32), 'device') ->> 'code', 'Phone', 'service') ->> 'id')::uuid;
    select public.let_in_device(public.begin_pairing(repeat('f', 32), 'device') ->> 'code', 'Office', 'admin');
    update public.here set device_code = public.begin_pairing(repeat('e', 32), 'device') ->> 'code';
    update public.here set upload_id = public.begin_upload(address, key) ->> 'id';
    insert into public.venue_pictures (id, venue_id, kind) select '${PICTURE}', id, 'logo' from public.venues;
    insert into public.snapshots (id, match_id, source, type, digest, captured_at, received_at)
      select '${PICTURE}', address, 'upload', 'image/png', decode(repeat('00', 16), 'hex'), now() + interval '1 day', now() from public.here;
    insert into public.results (match_id, id, venue_id, table_title, game, rules, p1, p2, s1, s2, race_to, over,
        started_at, last_at, detail)
      select before_id, '${RESULT}', venues.id, '', 'plain', 1, 'A', 'B', 1, 0, 0, false, now(), now(), '{}'
      from public.here, public.venues;
    select public.name_player('Known');
    -- A match that begins starts who is called.
    select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', match_id, 'kind', 'add',
      'name', 'A', 'size', 2, 'wants', 'any')) from public.here;
    select public.change_waiting(jsonb_build_object('id', gen_random_uuid(), 'entry', match_id, 'kind', 'call',
      'before', (select last_op from public.waiting), 'table_id', table_id)) from public.here;
    insert into public.tournaments (id, venue_id, created_at) select match_id, venues.id, now() from public.here, public.venues;
    -- Long ago, so that its log is purged.
    update public.matches set stored_at = now() - interval '2 years', seq = 1, folded_seq = 1, folded_left_at = left_at
      where id = (select before_id from public.here);
    -- The server's clock was ahead: storing a picture sets this one and the board right.
    update public.public_overlays set shown_at = now() + interval '1 day';
    -- Here a call waits for as long as the test looks at it.
    do $$ declare waiting regprocedure; begin
      for waiting in select oid from pg_proc where 'lock_timeout=2s' = any (proconfig) loop
        execute format('alter function %s reset lock_timeout', waiting);
      end loop;
    end $$;
    commit;`);
});

/** The locks that a call holds while it waits for another session's lock; null if it doesn't wait for that one. */
const heldWhileWaiting = async (sql: string, awaited: Lock): Promise<readonly Lock[] | null> => {
  const clients = await Promise.all([pg.connect(), pg.connect(), pg.connect()]);
  const [blocker, caller, probe] = clients;
  try {
    for (const client of clients)
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await caller.query(`set local statement_timeout = 0; ${sign}`);
    expect(await take(blocker, awaited)).toBe(true);
    const { rows } = await caller.query<{ pid: number }>('select pg_backend_pid() as pid');
    const called = caller.query(sql).then(
      () => 'done',
      (error: unknown) => error,
    );
    const look = async (): Promise<'waits' | undefined> => {
      const { rowCount } = await probe.query('select from pg_locks where pid = $1 and not granted', [
        rows[0]?.pid,
      ]);
      if (rowCount) return 'waits';
      await wait(2);
      return undefined;
    };
    let became: unknown;
    while (became === undefined) became = await Promise.race([called, look()]);
    if (became !== 'waits') {
      expect(became, `${sql} while somebody has the ${awaited}`).toBe('done');
      return null;
    }
    const held: Lock[] = [];
    for (const lock of ORDER) if (lock !== awaited && !(await take(probe, lock))) held.push(lock);
    for (const client of [probe, blocker]) await client.query('rollback');
    expect(await called, sql).toBe('done');
    return held;
  } finally {
    for (const client of clients) {
      await client.query('rollback');
      client.release();
    }
  }
};

/** The later locks that a call holds while it waits for earlier ones. */
const outOfOrder = async (sql: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [index, awaited] of ORDER.entries()) {
    for (const held of (await heldWhileWaiting(sql, awaited)) ?? []) {
      if (ORDER.indexOf(held) > index) found.push(`holds the ${held} while it waits for the ${awaited}`);
    }
  }
  return found;
};

test.each([
  ...Object.entries(CALLS).map(([name, call]) => [name, `select ${call} from public.here`] as const),
  ...Object.entries(UPDATES),
])('%s takes its locks in order', async (_name, sql) => {
  expect(await outOfOrder(sql)).toEqual([]);
});

test('every function that writes is among these', async () => {
  const { rows } = await pg.query<{ act: string }>(`
    select act from private.rights join pg_proc on proname = act and pronamespace = 'public'::regnamespace
    where provolatile = 'v' order by act`);
  /** They read, or write rows that no other call waits for. */
  const others = [
    'ask_device',
    'ask_television',
    'begin_mark',
    'confirm_removed',
    'count_results',
    'export_page',
  ].concat(
    [
      'find_players',
      'get_branding',
      'get_due',
      'get_log',
      'get_player',
      'get_report',
      'get_result',
      'get_tournament',
      'get_venue',
    ],
    [
      'list_devices',
      'list_due',
      'list_other_names',
      'list_results',
      'list_scorer_links',
      'list_televisions',
      'list_tournaments',
      'open_button',
      'open_link',
    ],
    ['open_machine', 'record_mark', 'remove_player', 'remove_sponsor'],
    ['reset_clock', 'stop_clock'],
  );
  expect(rows.map(({ act }) => act)).toEqual([...Object.keys(CALLS), ...others].sort());
});

test('a call that took two locks the other way round would be found', async () => {
  expect(
    await outOfOrder(`do $$ begin
      perform from public.user_overlays for update;
      perform from public.public_overlays for update;
    end $$`),
  ).toContain('holds the table while it waits for the board');
});
