-- A ticket allows one upload within ten minutes; a picture that is not used, or no longer used, leaves no file.
begin;
\ir ../branding.psql
select plan(34);

create function pg_temp.ticket(kind text default 'logo') returns text language plpgsql as $$
begin
  perform pg_temp.become(pg_temp.amal());
  return public.begin_picture(kind) ->> 'ticket';
end
$$;
create function pg_temp.begin(ticket text) returns jsonb language plpgsql as $$
begin
  perform pg_temp.become_service();
  return public.begin_mark(ticket);
end
$$;
reset role;
create function pg_temp.pass(span interval) returns void language sql security definer as $$
  update public.picture_tickets set begun_at = begun_at - span;
  update public.venue_pictures set created_at = created_at - span;
  update public.snapshot_removals set due_at = due_at - span where isfinite(due_at)
$$;
create function pg_temp.due() returns text[] language sql as $$
  select coalesce(array_agg(id order by id), '{}') from unnest(public.expire_snapshots(1000)) as id
$$;

select set_config('test.ticket', pg_temp.ticket('portrait'), true);
select matches(current_setting('test.ticket'), '^[A-Za-z0-9]{24}$', 'a ticket is 24 letters and digits');
reset role;
select is_empty(
  $$select 1 from public.picture_tickets as given where given::text like '%' || current_setting('test.ticket') || '%'$$,
  'the ticket itself is not stored');
select set_config('test.begun', pg_temp.begin(current_setting('test.ticket'))::text, true);
create function pg_temp.id() returns text language sql as $$ select current_setting('test.begun')::jsonb ->> 'id' $$;
select matches(current_setting('test.begun')::jsonb ->> 'status', '^ok$', 'a ticket lets an upload begin');
select is(current_setting('test.begun')::jsonb ->> 'kind', 'portrait',
  'the upload is of the kind that the ticket was given for');
select is(pg_temp.begin(current_setting('test.ticket')), '{"status": "key"}', 'a ticket works once');
select is(pg_temp.removed(), array[pg_temp.id()], 'an upload in progress is listed for removal');
select is(public.find_mark(pg_temp.id()), null, 'an upload in progress is not visible');
select is(public.record_mark(pg_temp.id()), '{"status": "stored"}', 'an upload in progress can be stored');
select is(public.find_mark(pg_temp.id()), 'portrait', 'a stored picture is visible');
select is(pg_temp.removed(), '{}', 'a stored picture is not listed for removal');
select throws_ok($$select public.record_mark(pg_temp.id())$$, '55000', null, 'an upload can''t be stored twice');
select is(public.record_mark(repeat('-', 22)), '{"status": "key"}', 'an upload that never began is refused');
select is(pg_temp.begin(wrong), '{"status": "key"}', 'refused as a ticket: ' || left(coalesce(wrong, 'null'), 12))
from unnest(array[null, '', repeat('A', 24), repeat('x', 100000)]) as wrong;
select throws_ok($$select pg_temp.ticket('video')$$, '23514', null, 'tickets are for logos and portraits only');

select set_config('test.late', pg_temp.ticket(), true);
select pg_temp.pass('10 minutes');
select is(pg_temp.begin(current_setting('test.late')), '{"status": "key"}', 'a ticket expires after ten minutes');
select lives_ok($$select pg_temp.ticket() from generate_series(1, 120)$$, 'a venue gets 120 tickets in ten minutes');
select throws_ok(
  $$select pg_temp.ticket()$$, '23514', 'a venue uploads at most 120 pictures in ten minutes',
  'a 121st ticket is refused');
select pg_temp.pass('10 minutes');

-- Pictures in use are kept.
select set_config('test.logo', pg_temp.uploaded('logo'), true), set_config('test.other', pg_temp.uploaded('logo'), true);
select set_config('test.player', public.save_player('Zineb', null, pg_temp.id())::text, true);
select set_config('test.sponsor', public.save_sponsor('Atlas', current_setting('test.logo'))::text, true);
select pg_temp.become_service();
select pg_temp.pass('1 hour');
select is(pg_temp.due(), '{}', 'the file of an unused picture is not due after one hour');
select is(pg_temp.pictures(), pg_temp.sorted(pg_temp.id(), current_setting('test.logo')),
  'after an hour, only pictures in use are left');
select pg_temp.pass('1 hour');
select is(pg_temp.due(), array[current_setting('test.other')],
  'the file of an unused picture is due after another hour');
select public.confirm_removed(array[current_setting('test.other')]);

-- Replaced or removed pictures.
select set_config('test.next', pg_temp.uploaded('logo'), true);
select public.save_sponsor('Atlas', current_setting('test.next'), true, current_setting('test.sponsor')::uuid);
select is(pg_temp.removed(), array[current_setting('test.logo')], 'a replaced logo is removed');
select public.save_player('Zineb', null, null, current_setting('test.player')::uuid);
select is(pg_temp.removed(), pg_temp.sorted(current_setting('test.logo'), pg_temp.id()),
  'a portrait taken off a player is removed');
select public.remove_sponsor(current_setting('test.sponsor')::uuid);
select is(pg_temp.pictures(), '{}', 'a removed sponsor''s logo is removed');
select set_config('test.portrait', pg_temp.uploaded('portrait'), true);
select set_config('test.player', public.save_player('Amine', null, current_setting('test.portrait'))::text, true);
select public.remove_player(current_setting('test.player')::uuid);
select ok(pg_temp.removed() @> array[current_setting('test.portrait')], 'a removed player''s portrait is removed');

-- A picture with two users.
select set_config('test.shared', pg_temp.uploaded('logo'), true);
select set_config('test.sponsor', public.save_sponsor('Atlas', current_setting('test.shared'))::text, true);
reset role;
insert into public.players (venue_id, name, picture) select venue_id, 'Amine', picture from public.sponsors;
select pg_temp.become(pg_temp.amal());
select public.remove_sponsor(current_setting('test.sponsor')::uuid);
select is(pg_temp.pictures(), array[current_setting('test.shared')], 'a picture stays while somebody uses it');
reset role;
delete from public.players where picture is not null;
select is(pg_temp.pictures(), '{}', 'and goes with its last user');

-- The newest 20 unused pictures are kept.
select count(pg_temp.uploaded('logo')) from generate_series(1, 25);
select is(cardinality(pg_temp.pictures()), 20, 'only 20 unused pictures are kept');

-- A picture that a row refers to is in use.
reset role;
select is_empty(
  $$select relname, attname from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'public.venue_pictures'::regclass
      and not exists (
        select from pg_proc where proname = 'is_unused' and prosrc like '%' || relname || '.' || attname || ' %'
      )$$,
  'every table that refers to pictures keeps them from being removed as unused');
select pg_temp.become(pg_temp.amal());

-- Deleting an account.
select set_config('test.used', pg_temp.uploaded('logo'), true);
select public.save_sponsor('Atlas', current_setting('test.used')), public.save_player('Amine');
select set_config('test.begun', pg_temp.begin(pg_temp.ticket())::text, true);
reset role;
delete from auth.users where id = pg_temp.amal();
select is(
  (select count(*) from public.players) + (select count(*) from public.sponsors) + (select count(*) from public.venue_pictures)
    + (select count(*) from public.picture_tickets),
  0::bigint, 'a deleted account leaves no rows');
select ok(pg_temp.removed() @> array[current_setting('test.used')], 'a deleted account''s files are removed');
select pg_temp.become_service();
select is(public.record_mark(pg_temp.id()), '{"status": "key"}',
  'an upload in progress is refused once its account is deleted');

reset role;
select * from finish();
rollback;
