/** All of `supabase/tests/`, on our PostgreSQL or on the server that `CUEBOARD_TEST_POSTGRES` names. */
import '../embedded/pgtap.test.ts';
