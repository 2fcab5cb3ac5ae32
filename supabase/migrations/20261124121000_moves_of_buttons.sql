-- A button's move has a name and fields: its owner's page couldn't list it otherwise.

alter table public.scorer_links drop constraint move_fits;
alter table public.scorer_links add constraint move_fits check (
  move is null
  or jsonb_typeof(move -> 'move') is not distinct from 'string'
    and jsonb_typeof(move -> 'fields') is not distinct from 'object'
    and octet_length(move::text) <= 1024
);

select private.grant_rights();
