-- Last, when every function is there.
select private.grant_rights();
