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

/**
 * A database client for viewers: never signed in, even if this browser has a session. `more` are additional headers.
 */
export const viewerClient = (more: Readonly<Record<string, string>> = {}): PostgrestClient<Database> => {
  const { url, key } = settings();
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { apikey: key, authorization: `Bearer ${key}`, ...more },
    fetch: fetchUnredirected,
  });
};
