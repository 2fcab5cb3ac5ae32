import { AuthClient, type Session } from '@supabase/auth-js';
import { SESSION_KEY } from '../config/backend.ts';
import { fetchWith, headersFor, settings, type Fetcher } from './viewer.ts';

/** What owners need of supabase-js, which would also bring clients of REST, Storage, Functions and Realtime. */
export interface Client {
  readonly auth: InstanceType<typeof AuthClient>;
  /** Sends a request as the owner. */
  readonly fetch: Fetcher;
}

let revoked = false;

/**
 * While `revoked` is set, log-out requests are answered here, because the server has already ended the session.
 * Sessions are passed on without their absolute expiry time. On a device whose clock is hours ahead, they would all
 * seem expired and be renewed at each request. The client then counts from when it received the session.
 */
const fetchForAuth: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (revoked && url.includes('/auth/v1/logout')) return new Response(null, { status: 204 });
  const answer = await fetch(input, init);
  if (!answer.ok || !/\/auth\/v1\/(token|verify)\b/.test(url)) return answer;
  const session = (await answer.json()) as object;
  return new Response(JSON.stringify({ ...session, expires_at: undefined }));
};

/**
 * Runs `forget` without sending its requests to end the session on the server.
 * The client drops the device's session before asking the server; we ask first, so that a failure keeps it.
 */
export const withoutRevoking = async (forget: () => Promise<unknown>): Promise<void> => {
  revoked = true;
  try {
    await forget();
  } finally {
    revoked = false;
  }
};

/** How long before its end auth-js renews a session: its own constant, which it doesn't export. */
const RENEWED_MILLIS = 90_000;

let client: Client | undefined;

/**
 * The page's single client for owners: keeps and renews the session, and takes one from an invitation link.
 * It is created once because React may discard its first render, and two clients would fight over the session.
 */
export const ownerClient = (): Client => {
  if (client) return client;
  const auth = new AuthClient({
    url: `${settings().url}/auth/v1`,
    headers: { ...headersFor() },
    storageKey: SESSION_KEY,
    fetch: fetchForAuth,
  });
  let session: Session | null = null;
  auth.onAuthStateChange((_event: unknown, changed: Session | null) => {
    session = changed;
  });
  /** The session's token; undefined if it isn't known yet or must be renewed before its next use. */
  const knownToken = (): string | undefined =>
    session && (session.expires_at ?? 0) * 1000 - Date.now() > RENEWED_MILLIS
      ? session.access_token
      : undefined;
  const fetchAsOwner: Fetcher = async (path, request) => {
    // A known token is used at once: asking auth-js for it would put the page's redraw before the request.
    const token = knownToken() ?? (await auth.getSession()).data.session?.access_token;
    return fetchWith(headersFor(token), path, request);
  };
  return (client = { auth, fetch: fetchAsOwner });
};
