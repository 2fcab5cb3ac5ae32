-- Runs after the migrations in `supabase start` and `supabase db reset`. Empty on purpose: accounts come from `npm run
-- owner -- add <email>`, overlays from their owner's first visit to the dashboard, and the demo account with its sample
-- boards exists only in the embedded server.
select 1;
