import { resolveBackend } from '../config/backend.ts';

/** A connection that hasn't answered after this long is abandoned. */
export const ANSWER_TIMEOUT_MILLIS = 4000;

/** The address and publishable key of this page's backend. */
export const settings = () => resolveBackend(import.meta.env, location.origin);

/** The headers of a request with a session's token or, without a session, the publishable key. */
export const headersFor = (token: string | null = null): Readonly<Record<string, string>> => {
  const { key } = settings();
  // As auth-js spells it, which replaces it by a session's.
  return { apikey: key, Authorization: `Bearer ${token ?? key}` };
};

/** A request with a JSON body. */
type JsonRequest = Pick<RequestInit, 'method' | 'body' | 'signal'>;

/** Sends a request to a path of the backend, on behalf of one caller. */
export type Fetcher = (path: string, request: JsonRequest) => Promise<Response>;

/**
 * Sends a request with a caller's headers. The server never redirects a call, but captive portals do. Their page may be
 * unreadable from here, which would look like a missing network. Such an answer becomes the status meant for portals.
 */
export const fetchWith = async (
  headers: Readonly<Record<string, string>>,
  path: string,
  request: JsonRequest,
): Promise<Response> => {
  const answer = await fetch(settings().url + path, {
    ...request,
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
  return answer.type === 'opaqueredirect' ? new Response(null, { status: 511 }) : answer;
};

/** Sends as a viewer: never signed in, even if this browser has a session. `more` are additional headers. */
export const viewerFetch =
  (more: Readonly<Record<string, string>> = {}): Fetcher =>
  async (path, request) =>
    fetchWith({ ...headersFor(), ...more }, path, request);
