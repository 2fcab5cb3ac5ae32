-- Last, once every function exists.
select private.grant_rights();
