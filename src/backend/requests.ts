import type { PostgrestClient } from '@supabase/postgrest-js';
import { BackendError, failureOf, type ProviderError } from '../core/failure.ts';
import type { Client } from './client.ts';
import type { Database } from './database.types.ts';
import { ANSWER_TIMEOUT_MILLIS, viewerClient } from './viewer.ts';

interface Answer {
  readonly data: unknown;
  readonly error: ProviderError | null;
  readonly status: number;
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
const dataOf = ({ data, error, status }: Answer): unknown => {
  if (error) throw new BackendError(failureOf({ ...error, status }));
  if (data === null) throw unreadable();
  return data;
};

/**
 * Sends a request at once: `await` alone would send it after the page's redraw. Answers are parsed as unknown data, so
 * their generated types aren't used.
 */
const send = (database: PostgrestClient<Database>, name: string, args: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    (database as PostgrestClient)
      .rpc(name, args as never)
      .abortSignal(AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS))
      .then(resolve, reject);
  });

/**
 * The status and JSON of an answer by a service beside the database; null for no JSON. Rejects with a `BackendError`.
 */
export const fetchBeside = async (
  address: URL,
  options: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  let answer: Response;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new BackendError(failureOf({ status: 0 }));
  }
  return { status: answer.status, body: await answer.json().catch(() => null) };
};

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
    const first = await send(client.database, name, args);
    // A device with a slow clock takes an expired token for a valid one.
    if (first.status !== 401) return dataOf(first);
    const { error } = await client.auth.refreshSession();
    if (!error) return dataOf(await send(client.database, name, args));
    // If renewal failed only for lack of a network, the session hasn't ended.
    return dataOf(failureOf(error).kind === 'offline' ? { ...first, error, status: 0 } : first);
  }),
  headers: async () => {
    const { data } = await client.auth.getSession();
    return { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  },
});

/** Requests without a session. A refusal means forbidden, because there is no session to expire. */
export const anonymousRequests = (client: PostgrestClient<Database>): Requests => ({
  ...callsBy(async (name, args) => {
    const answer = await send(client, name, args);
    return dataOf(answer.status === 401 ? { ...answer, status: 403 } : answer);
  }),
  headers: async () => ({}),
});

/** The requests of a paired device, authenticated by its secret. */
export const deviceRequests = (secret: string): Requests => {
  const headers = { [DEVICE_HEADER]: secret };
  return { ...anonymousRequests(viewerClient(headers)), headers: async () => headers };
};
