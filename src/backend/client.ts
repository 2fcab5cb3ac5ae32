import { createClient, RealtimeClient, type SupabaseClient } from '@supabase/supabase-js';
import { resolveBackend, SESSION_KEY } from '../config/backend.ts';
import type { Database } from './database.types.ts';

export type Client = SupabaseClient<Database>;

/** A connection that hasn't answered after this long is given up. */
export const ANSWER_TIMEOUT_MILLIS = 4000;

/** A dead connection is noticed within twice this time. */
const HEARTBEAT_MILLIS = 10_000;

const settings = () => resolveBackend(import.meta.env, location.origin);

let revoked = false;

/** While `revoked`, a log-out is answered here: the server has already ended the session. */
const fetchUnlessRevoked: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return revoked && url.includes('/auth/v1/logout')
    ? Promise.resolve(new Response(null, { status: 204 }))
    : fetch(input, init);
};

/**
 * Runs `forget` while requests to end the session on the server are not sent.
 * supabase-js drops a device's session before it asks the server; we ask first, so that a failure keeps it.
 */
export const withoutRevoking = async (forget: () => Promise<unknown>): Promise<void> => {
  revoked = true;
  try {
    await forget();
  } finally {
    revoked = false;
  }
};

/** A client for owners: keeps and renews the session, and takes one from the link of an invitation. */
export const ownerClient = (): Client => {
  const { url, key } = settings();
  return createClient<Database>(url, key, {
    auth: { storageKey: SESSION_KEY },
    global: { fetch: fetchUnlessRevoked },
  });
};

/** A client for viewers: never signed in, whoever is signed in to this browser. */
export const viewerClient = (): Client => {
  const { url, key } = settings();
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
};

/**
 * A realtime connection of its own, as an anonymous viewer, so that no session's end closes it.
 * Connections are thrown away and made anew rather than revived: a socket that hangs in a dead network
 * would otherwise keep its channel "joined".
 */
export const realtimeConnection = (): RealtimeClient => {
  const { url, key } = settings();
  const realtime = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: key },
    heartbeatIntervalMs: HEARTBEAT_MILLIS,
    timeout: ANSWER_TIMEOUT_MILLIS,
  });
  void realtime.setAuth(key);
  return realtime;
};
