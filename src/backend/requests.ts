import { BackendError, failureOf } from '../core/failure.ts';
import { isObject } from '../rules/read.ts';
import type { Client } from './client.ts';
import type { Database } from './database.types.ts';
import { ANSWER_TIMEOUT_MILLIS, viewerFetch, type Fetcher } from './viewer.ts';

interface Answer {
  readonly status: number;
  /** Null for no JSON. */
  readonly body: unknown;
}

type Functions = Database['public']['Functions'];

/** The generated types lack null, which every argument accepts. */
type Args<Name extends keyof Functions> = {
  [Key in keyof Functions[Name]['Args']]: Functions[Name]['Args'][Key] | null;
};

/**
 * The functions that only make a change. They return true instead of void, because a captive portal can also answer
 * 204.
 */
type ChangeName = {
  [Name in keyof Functions]: Functions[Name]['Returns'] extends boolean ? Name : never;
}[keyof Functions];

type Made<Names extends keyof Functions, Answer> = <Name extends Names>(
  name: Name,
  args: Args<Name>,
) => Promise<Answer>;

/** Calls a function of the database's API. Resolves to the raw answer; rejects with a `BackendError`. */
export type Call = Made<Exclude<keyof Functions, ChangeName>, unknown>;
/** Makes a change. Rejects with a `BackendError` unless the server confirms it. */
export type Change = Made<ChangeName, void>;

/** The header with a device's secret, read by the database. */
const DEVICE_HEADER = 'x-device';

/** An instant in the database's format. */
export const iso = (millis: number): string => new Date(millis).toISOString();

export const unreadable = (): BackendError => new BackendError({ kind: 'other', message: '' });

/**
 * The data of an answer; throws its error as a `BackendError`. Our functions never answer null: they say "unknown", or
 * true after a change. So a null or empty answer comes from a captive portal.
 */
const dataOf = ({ status, body }: Answer): unknown => {
  if (status < 200 || status > 299)
    throw new BackendError(failureOf({ ...(isObject(body) && body), status }));
  if (body === null) throw unreadable();
  return body;
};

/** An answer of the backend. Rejects with a `BackendError` if there is none. */
const answerOf = async (answering: Promise<Response>): Promise<Answer> => {
  try {
    const answer = await answering;
    const body: unknown = await answer.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return null;
      throw error;
    });
    return { status: answer.status, body };
  } catch {
    throw new BackendError(failureOf({ status: 0 }));
  }
};

/**
 * Calls a function of the database, https://docs.postgrest.org/en/stable/references/api/functions.html. The request
 * leaves before any `await`, which would put the page's redraw before it.
 */
const send = async (fetcher: Fetcher, name: string, args: object): Promise<Answer> =>
  answerOf(
    fetcher(`/rest/v1/rpc/${name}`, {
      method: 'POST',
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS),
    }),
  );

/** Asks a service beside the database. */
export const fetchBeside = async (address: URL, options: RequestInit): Promise<Answer> =>
  answerOf(fetch(address, options));

/** Requests on behalf of an owner, a device of a venue, or an anonymous user. */
export interface Requests {
  readonly call: Call;
  readonly change: Change;
  /** The headers that identify the caller to a service beside the database. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** Both kinds of calls, built on one function that sends any. */
const callsBy = (
  sendAny: <Name extends keyof Functions>(name: Name, args: Args<Name>) => Promise<unknown>,
): Pick<Requests, 'call' | 'change'> => ({
  call: sendAny,
  change: async (name, args) => {
    if ((await sendAny(name, args)) !== true) throw unreadable();
  },
});

/** An owner's requests. If the session is refused, it is renewed and the request retried once. */
export const ownerRequests = (client: Client): Requests => ({
  ...callsBy(async (name, args) => {
    const first = await send(client.fetch, name, args);
    // A device with a slow clock takes an expired token for a valid one.
    if (first.status !== 401) return dataOf(first);
    const { error } = await client.auth.refreshSession();
    if (!error) return dataOf(await send(client.fetch, name, args));
    // If renewal failed only for lack of a network, the session hasn't ended.
    const failure = failureOf(error);
    if (failure.kind === 'offline') throw new BackendError(failure);
    return dataOf(first);
  }),
  headers: async () => {
    const { data } = await client.auth.getSession();
    return { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  },
});

/** Requests without a session. A refusal means forbidden, because there is no session to expire. */
export const anonymousRequests = (fetcher: Fetcher): Requests => ({
  ...callsBy(async (name, args) => {
    const answer = await send(fetcher, name, args);
    return dataOf(answer.status === 401 ? { ...answer, status: 403 } : answer);
  }),
  headers: async () => ({}),
});

/** The requests of a paired device, authenticated by its secret. */
export const deviceRequests = (secret: string): Requests => {
  const headers = { [DEVICE_HEADER]: secret };
  return { ...anonymousRequests(viewerFetch(headers)), headers: async () => headers };
};
