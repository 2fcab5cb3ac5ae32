/** Publishable key of the embedded server. It is public by design: row-level security protects the data. */
export const EMBEDDED_PUBLISHABLE_KEY = 'sb_publishable_cueboard_embedded_default';

/** Local storage key of the owner's session, which auth-js writes as JSON and other tabs watch. */
export const SESSION_KEY = 'scorer-session';

/** The environment settings that name a Supabase project; empty means the embedded server. */
interface BackendSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
  readonly PUBLIC_SUPABASE_PUBLISHABLE_KEY?: string | undefined;
}

/** Supabase's address (no trailing slash) and publishable key; the embedded server has the site's own address. */
export const resolveBackend = (
  { PUBLIC_SUPABASE_URL: url = '', PUBLIC_SUPABASE_PUBLISHABLE_KEY: key = '' }: BackendSettings,
  origin: string,
): { url: string; key: string } => ({
  url: (url === '' ? origin : url).replace(/\/+$/, ''),
  key: key === '' ? EMBEDDED_PUBLISHABLE_KEY : key,
});
