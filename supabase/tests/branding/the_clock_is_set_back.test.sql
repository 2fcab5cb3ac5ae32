-- The server's clock was a day ahead and has been corrected: pictures from that day don't displace new ones.
begin;
\ir ../branding.psql
select plan(3);

select count(pg_temp.uploaded('logo')) from generate_series(1, 20);
reset role;
update public.venue_pictures set created_at = created_at + interval '1 day';
update public.picture_tickets set begun_at = begun_at + interval '1 day';
select set_config('test.logo', pg_temp.uploaded('logo'), true);
select ok(pg_temp.pictures() @> array[current_setting('test.logo')], 'a new upload is kept');
select is(cardinality(pg_temp.pictures()), 20, '20 unused pictures are kept in all');
select lives_ok($$select public.save_sponsor('Atlas', current_setting('test.logo'))$$, 'a new upload can be used');

reset role;
select * from finish();
rollback;
