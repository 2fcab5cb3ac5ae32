import { PostgrestClient } from '@supabase/postgrest-js';
import { resolveBackend } from '../config/backend.ts';
import type { Database } from './database.types.ts';

/** A connection that hasn't answered after this long is abandoned. */
export const ANSWER_TIMEOUT_MILLIS = 4000;

/** The address and publishable key of this page's backend. */
export const settings = () => resolveBackend(import.meta.env, location.origin);

/**
 * The server never redirects a call, but captive portals do. Their page may be unreadable from here, which would look
 * like a missing network. Such an answer becomes the status meant for portals.
 */
export const fetchUnredirected: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: 'manual' });
  return answer.type === 'opaqueredirect' ? new Response(null, { status: 511 }) : answer;
};

/** The headers of a request with a session's token or, without a session, the publishable key. */
export const headersFor = (token: string | null = null): Readonly<Record<string, string>> => {
  const { key } = settings();
  // As auth-js spells it, which replaces it by a session's.
  return { apikey: key, Authorization: `Bearer ${token ?? key}` };
};

/** A client of the database's API. */
export const databaseClient = (
  headers: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch = fetchUnredirected,
): PostgrestClient<Database> =>
  new PostgrestClient<Database>(`${settings().url}/rest/v1`, { headers: { ...headers }, fetch });

/**
 * A database client for viewers: never signed in, even if this browser has a session. `more` are additional headers.
 */
export const viewerClient = (more: Readonly<Record<string, string>> = {}): PostgrestClient<Database> =>
  databaseClient({ ...headersFor(), ...more });
