import type { PostgrestClient } from '@supabase/postgrest-js';
import { BackendError, failureOf, type ProviderError } from '../core/failure.ts';
import type { Client } from './client.ts';
import type { Database } from './database.types.ts';
import { ANSWER_TIMEOUT_MILLIS } from './viewer.ts';

interface Answer {
  readonly data: unknown;
  readonly error: ProviderError | null;
  readonly status: number;
}

type Functions = Database['public']['Functions'];

/** The generated types know no null, which every argument takes. */
type Args<Name extends keyof Functions> = {
  [Key in keyof Functions[Name]['Args']]: Functions[Name]['Args'][Key] | null;
};

/** Calls a function of the database's API. Gives its answer as it came; rejects with a `BackendError`. */
export type Call = <Name extends keyof Functions>(name: Name, args: Args<Name>) => Promise<unknown>;

export const unreadable = (): BackendError => new BackendError({ kind: 'other', message: '' });

/** The data of an answer; throws the failure that its error stands for. */
const dataOf = ({ data, error, status }: Answer): unknown => {
  if (error) throw new BackendError(failureOf({ ...error, status }));
  return data;
};

/** `AbortSignal.timeout`, which televisions older than Chromium 103 don't have. */
const signalFor = (millis: number): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), millis);
  return controller.signal;
};

/** A request by its name: every answer is read as if anything could stand there, so its type is of no use. */
const send = (client: Client | PostgrestClient<Database>, name: string, args: object): PromiseLike<Answer> =>
  (client as PostgrestClient).rpc(name, args as never).abortSignal(signalFor(ANSWER_TIMEOUT_MILLIS));

/** An owner's requests. What the server refuses is tried once more with a renewed session. */
export const ownerRequests = (client: Client): { readonly call: Call } => ({
  call: async (name, args) => {
    const first = await send(client, name, args);
    // A device whose clock is behind takes an expired token for a good one.
    if (first.status !== 401) return dataOf(first);
    const { error } = await client.auth.refreshSession();
    if (!error) return dataOf(await send(client, name, args));
    // A session that the network didn't let renew has not ended.
    return dataOf(failureOf(error).kind === 'offline' ? { ...first, error, status: 0 } : first);
  },
});

/** The requests of somebody who is never signed in: what they may not do is forbidden, as no session has ended. */
export const anonymousRequests = (client: PostgrestClient<Database>): { readonly call: Call } => ({
  call: async (name, args) => {
    const answer = await send(client, name, args);
    return dataOf(answer.status === 401 ? { ...answer, status: 403 } : answer);
  },
});
