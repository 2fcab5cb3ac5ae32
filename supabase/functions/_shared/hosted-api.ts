/** Calls a project's APIs from an edge function. */
export type AskSupabase = (path: string, init?: RequestInit) => Promise<Response>;

/** Longest wait for an answer: a dead connection never gives one. */
const PATIENCE_MILLIS = 20_000;

/**
 * `key` identifies the caller, unless a request has a user's `authorization`. `path` begins with a slash, such as
 * `/rest/v1/rpc/find_snapshot`.
 */
export const createAskSupabase =
  (url: string, key: string): AskSupabase =>
  (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('apikey', key);
    // Legacy keys are tokens, and Storage reads them here; gateways accept the newer ones here too.
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
    const patience = AbortSignal.timeout(PATIENCE_MILLIS);
    const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience;
    return fetch(url + path, { ...init, headers, signal });
  };

/** An API's error message. Reads the whole body, to free its connection. */
export const failureOf = async (what: string, answer: Response): Promise<Error> =>
  new Error(`${what} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
