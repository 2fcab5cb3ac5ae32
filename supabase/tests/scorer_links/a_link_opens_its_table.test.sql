-- A scorer link scores its table without an account; the secret isn't stored.
begin;
\ir ../scoring.psql
select plan(19);

select set_config('test.made', public.add_scorer_link(pg_temp.table_id(), 'هاتف الطاولة 1')::text, true);
create function pg_temp.link() returns text language sql as $$ select current_setting('test.made')::jsonb ->> 'secret' $$;
select matches(pg_temp.link(), '^[A-Za-z0-9]{24}$', 'the owner gets a secret of 24 letters and digits');
select is(
  (public.list_scorer_links(pg_temp.table_id()) -> 0) - 'created_at',
  jsonb_build_object('id', current_setting('test.made')::jsonb -> 'id', 'label', 'هاتف الطاولة 1', 'ends_at', null,
    'last_used_at', null, 'revoked', false, 'kind', 'scorer', 'move', null),
  'the owner''s list has everything but the secret');
reset role;
select is(
  (select token_hash from public.scorer_links), sha256(convert_to(pg_temp.link(), 'UTF8')),
    'a hash of the secret is stored');
select is_empty(
  $$select 1 from public.scorer_links as stored where stored::text like '%' || pg_temp.link() || '%'$$,
  'the secret itself is not stored');

select pg_temp.become();
select is(
  public.open_link(pg_temp.link()),
  jsonb_build_object('link_id', current_setting('test.made')::jsonb -> 'id', 'table_id', pg_temp.table_id(),
    'token', pg_temp.token(), 'title', 'Overlay 1', 'kind', 'pool', 'match', pg_temp.match()),
  'a link opens its table without an account');
select is(
  public.get_log(pg_temp.match(), 0, pg_temp.link()) #>> '{match,id}', pg_temp.match()::text,
    'a link can read its table''s log');
select set_config('test.answer',
  pg_temp.append(0, pg_temp.actions(1, 1), pg_temp.board(), pg_temp.link())::text, true);
select is(current_setting('test.answer')::jsonb ->> 'outcome', 'ok', 'a link can score');
select is(
  current_setting('test.answer')::jsonb #> '{entries,0,by}', current_setting('test.made')::jsonb -> 'id',
  'what a link scores is logged under its id');
select is(pg_temp.begin_match(500, link => pg_temp.link()) ->> 'outcome', 'ok', 'a link can begin a match');
select is(
  public.resume_match(pg_temp.table_id(), pg_temp.id(500), pg_temp.match(), pg_temp.link()) ->> 'outcome', 'ok',
  'a link can resume the previous match');

select pg_temp.become(pg_temp.badr());
select is(
  pg_temp.append(1, pg_temp.actions(2, 2), null, pg_temp.link()) #> '{entries,0,by}',
  current_setting('test.made')::jsonb -> 'id',
    'signed in to another account, scoring by a link is logged under its id');
select pg_temp.become(pg_temp.amal());
select is(
  pg_temp.append(2, pg_temp.actions(3, 3), null, pg_temp.link()) #> '{entries,0,by}',
  current_setting('test.made')::jsonb -> 'id', 'the owner''s own scoring by a link is logged under its id');
select is(
  pg_temp.append(3, pg_temp.actions(4, 4), null, repeat('A', 24)) #>> '{entries,0,by}', pg_temp.amal()::text,
  'with an unknown link, the owner''s scoring is logged under the account');

select ok(
  (select abs(extract(epoch from clock_timestamp() - (link ->> 'last_used_at')::timestamptz)) < 5
    from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) as link),
  'a link''s last use is noted');
reset role;
update public.scorer_links set last_used_at = now() - interval '50 seconds';
select pg_temp.become();
select public.open_link(pg_temp.link());
reset role;
select is((select last_used_at from public.scorer_links), now() - interval '50 seconds',
  'a use within the minute is not noted again');
update public.scorer_links set last_used_at = now() - interval '61 seconds';
select pg_temp.become();
select public.get_log(pg_temp.match(), 0, pg_temp.link());
reset role;
select isnt((select last_used_at from public.scorer_links), now() - interval '61 seconds',
  'a use after a minute is noted again');

select pg_temp.become(pg_temp.amal());
select set_config('test.second',
  public.add_scorer_link(pg_temp.table_id(), 'second', now() + interval '1 day') ->> 'id', true);
select is(
  (select array_agg(link ->> 'label' order by number)
    from jsonb_array_elements(public.list_scorer_links(pg_temp.table_id())) with ordinality as links (link, number)),
  '{second,هاتف الطاولة 1}', 'the newest link comes first');
select public.update_table(pg_temp.table_id(), 'Table 7');
select is(public.open_link(pg_temp.link()) ->> 'title', 'Table 7', 'a link gives its table''s current name');
select public.replace_overlay_link(pg_temp.table_id());
select is(
  public.open_link(pg_temp.link()) ->> 'token', (pg_temp.shown()).url_token,
    'a link gives its table''s new token once that is replaced');

reset role;
select * from finish();
rollback;
