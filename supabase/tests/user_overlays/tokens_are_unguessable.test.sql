-- A token is 24 letters and digits, evenly distributed, and identifies one overlay.
begin;
\ir ../helpers.psql
select plan(8);

select matches(pg_temp.token(), '^[A-Za-z0-9]{24}$', 'an overlay''s token is 24 letters and digits');

reset role;
create temporary table drawn as select private.new_url_token() as token from generate_series(1, 2000);
select is((select count(distinct token) from drawn), 2000::bigint, 'no token comes up twice');
select is(
  (select count(*) from drawn where token !~ '^[A-Za-z0-9]{24}$'), 0::bigint, 'every token is 24 letters and digits');
select is(
  (select count(distinct letter) from drawn, string_to_table(token, null) as letter), 62::bigint,
  'every letter and digit comes up');
-- 48,000 draws make 774 of each, give or take 28: 174 is more than six times that.
select is_empty(
  $$select letter from drawn, string_to_table(token, null) as letter
    group by letter having count(*) not between 600 and 948$$,
  'letters and digits come up equally often');
select throws_ok(
  'insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), pg_temp.token())',
  '23505', null, 'a token identifies one overlay');
select throws_ok(
  $$insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), 'short')$$,
  '23514', null, 'a short token is refused');
select throws_ok(
  $$insert into public.user_overlays (owner_uid, url_token) values (pg_temp.badr(), repeat('-', 24))$$,
  '23514', null, 'a token with other characters is refused');

reset role;
select * from finish();
rollback;
