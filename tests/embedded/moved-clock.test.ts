import { expect, onTestFinished, test } from 'vitest';
import { watchClock } from '../../supabase/embedded/data/moved-clock.ts';
import { preparedDatabase } from './folders.ts';

const OWNER = '00000000-0000-4000-8000-00000000000a';
const PARTY = '00000000-0000-4000-8000-00000000000b';
const HOUR = 3600;

/** When all that counts began, in seconds before now. */
const TIMES = `
  select extract(epoch from clock_timestamp() - shown.clock_started_at)::float as clock,
    extract(epoch from clock_timestamp() - (shown.shot ->> 'ends')::timestamptz)::float as shot,
    extract(epoch from clock_timestamp() - shown.visit_at)::float as visit,
    extract(epoch from clock_timestamp() - played.started_at)::float as match,
    extract(epoch from clock_timestamp() - made.at)::float as action,
    extract(epoch from clock_timestamp() - held.called_at)::float as called,
    extract(epoch from clock_timestamp() - op.at)::float as op,
    shown.rev, held.state
  from public.public_overlays as shown
  join public.matches as played on played.id = shown.match_id
  join public.match_actions as made on made.match_id = played.id
  cross join public.waiting as held join public.waiting_ops as op on op.id = held.last_op`;

test('running counts follow a clock change, but data written meanwhile doesn’t', async () => {
  const { pg, close } = await preparedDatabase();
  onTestFinished(close);
  // All of it happened a minute ago.
  await pg.query(`
    insert into auth.users (id) values ('${OWNER}');
    select set_config('request.jwt.claims', '{"sub": "${OWNER}", "role": "authenticated"}', false);
    select set_config('request.jwt.claim.sub', '${OWNER}', false);
    select public.start_clock(url_token) from public.ensure_overlay();
    select public.change_waiting(jsonb_build_object(
      'id', gen_random_uuid(), 'entry', '${PARTY}', 'kind', 'add', 'before', null, 'table_id', null, 'replace', false,
      'name', 'Amine', 'name2', null, 'size', 2, 'wants', 'any', 'wanted_id', null
    ));
    select public.change_waiting(jsonb_build_object(
      'id', gen_random_uuid(), 'entry', '${PARTY}', 'kind', 'call', 'before', held.last_op, 'table_id', owned.id
    )) from public.waiting as held, public.user_overlays as owned;
    set session_replication_role = replica;
    update public.matches set started_at = started_at - interval '1 minute', stored_at = stored_at - interval '1 minute';
    update public.match_actions set at = at - interval '1 minute', stored_at = stored_at - interval '1 minute';
    update public.public_overlays set clock_started_at = clock_started_at - interval '1 minute',
      clock_at = clock_at - interval '1 minute', shot_at = clock_at - interval '1 minute',
      shot = jsonb_build_object('n', 30, 'warn', 10, 'ends', clock_timestamp() - interval '1 minute', 'left', null);
    update public.waiting set called_at = called_at - interval '1 minute', changed_at = changed_at - interval '1 minute';
    update public.waiting_ops set at = at - interval '1 minute';
    reset session_replication_role;`);
  const times = async () => (await pg.query<Record<string, number>>(TIMES)).rows[0] ?? {};
  const minute = expect.closeTo(60, -1) as number;
  const counted = { clock: minute, shot: minute, match: minute, action: minute, called: minute, op: minute };
  const before = await times();
  expect(before).toMatchObject({ ...counted, visit: null, state: 'called' });

  let aheadMillis = 0;
  const { run, stop } = watchClock(pg, () => aheadMillis);
  onTestFinished(stop);
  const { promise: isSet, resolve: set } = Promise.withResolvers<null>();
  const meanwhile = run(async () => {
    await isSet;
    await pg.query('update public.public_overlays set visit_at = clock_timestamp()');
  });
  aheadMillis = 5 * HOUR * 1000;
  const next = run(times);
  set(null);
  const after = await next;
  await meanwhile;
  // This computer's clock stood: the times that followed are in the future.
  const followed = expect.closeTo(60 - 5 * HOUR, -1) as number;
  expect(after).toMatchObject({
    clock: followed,
    shot: followed,
    match: followed,
    action: followed,
    called: followed,
    op: followed,
    visit: expect.closeTo(0, -1) as number,
    state: 'called',
  });
  expect(after['rev']).toBeGreaterThan((before['rev'] ?? 0) + 999_999);

  aheadMillis = 0;
  expect(await run(times)).toMatchObject(counted);
});
