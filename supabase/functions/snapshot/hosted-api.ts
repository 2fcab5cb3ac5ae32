/** A project's interfaces as an edge function reaches them: with a key that row-level security doesn't bind. */
export type AskSupabase = (path: string, init?: RequestInit) => Promise<Response>;

/** A connection that has died answers nobody: whoever waits is told so. */
const PATIENCE_MILLIS = 20_000;

/** `path` begins with a slash, such as `/rest/v1/rpc/find_snapshot`. */
export const createAskSupabase =
  (url: string, key: string): AskSupabase =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('apikey', key);
    // Keys of the earlier kind are tokens, and Storage reads them here; gateways take the newer ones here as well.
    headers.set('authorization', `Bearer ${key}`);
    return fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  };

/** What an interface says went wrong. The body is read to its end, so that its connection is free again. */
export const failureOf = async (what: string, answer: Response): Promise<Error> =>
  new Error(`${what} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
