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

/** The functions that only make a change. They answer true: to a void one, 204 would do, which a captive portal says, too. */
type ChangeName = {
  [Name in keyof Functions]: Functions[Name]['Returns'] extends boolean ? Name : never;
}[keyof Functions];

type Made<Names extends keyof Functions, Answer> = <Name extends Names>(
  name: Name,
  args: Args<Name>,
) => Promise<Answer>;

/** Calls a function of the database's API. Resolves to the raw answer; rejects with a `BackendError`. */
export type Call = Made<Exclude<keyof Functions, ChangeName>, unknown>;
/** Makes a change. Rejects with a `BackendError` unless the server itself says that it was made. */
export type Change = Made<ChangeName, void>;

/** Where a device's secret travels, which the database reads. */
const DEVICE_HEADER = 'x-device';

/** An instant as the database reads it. */
export const iso = (millis: number): string => new Date(millis).toISOString();

export const unreadable = (): BackendError => new BackendError({ kind: 'other', message: '' });

/**
 * The data of an answer; throws its error as a `BackendError`. Our functions never answer null: one that finds nothing says
 * so, and one that only makes a change says true. A captive portal's null or empty page is no answer of ours.
 */
const dataOf = ({ data, error, status }: Answer): unknown => {
  if (error) throw new BackendError(failureOf({ ...error, status }));
  if (data === null) throw unreadable();
  return data;
};

/** Sends a request. Answers are parsed as unknown data, so their generated types aren't used. */
const send = (client: Client | PostgrestClient<Database>, name: string, args: object): PromiseLike<Answer> =>
  (client as PostgrestClient)
    .rpc(name, args as never)
    .abortSignal(AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS));

/** The answer of a service beside the database, with its JSON, or null if it brings none. Rejects with a `BackendError`. */
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

/** Requests by somebody: an owner, a device of a venue, or nobody in particular. */
export interface Requests {
  readonly call: Call;
  readonly change: Change;
  /** What says who asks, for a service beside the database. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}

/** Both kinds of calls, by one way to send any. */
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
    const first = await send(client, name, args);
    // A device whose clock is slow takes an expired token for a valid one.
    if (first.status !== 401) return dataOf(first);
    const { error } = await client.auth.refreshSession();
    if (!error) return dataOf(await send(client, name, args));
    // If only the network prevented a renewal, the session hasn't ended.
    return dataOf(failureOf(error).kind === 'offline' ? { ...first, error, status: 0 } : first);
  }),
  headers: async () => {
    const { data } = await client.auth.getSession();
    return { authorization: `Bearer ${data.session?.access_token ?? ''}` };
  },
});

/** Requests without a session: a refusal means forbidden, as there is no session to expire. */
export const anonymousRequests = (client: PostgrestClient<Database>): Requests => ({
  ...callsBy(async (name, args) => {
    const answer = await send(client, name, args);
    return dataOf(answer.status === 401 ? { ...answer, status: 403 } : answer);
  }),
  headers: async () => ({}),
});

/** The requests of a device that a venue let in, which proves itself by its secret. */
export const deviceRequests = (secret: string): Requests => {
  const headers = { [DEVICE_HEADER]: secret };
  return { ...anonymousRequests(viewerClient(headers)), headers: async () => headers };
};
