-- Runs after the migrations in `supabase start` and `supabase db reset`. It stays empty on purpose: accounts
-- come from `npm run owner -- add <email>`, an overlay from its owner's first visit to the dashboard, and the
-- demo account with its sample boards belongs to the embedded default only.
select 1;
