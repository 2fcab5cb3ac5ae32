import type { FairQueue } from '../_shared/fair-queue.ts';

/** What the service needs from its home: hosted Supabase or the embedded default. */

export interface Caller {
  /** The request's own `Authorization` header, if the call is made with somebody's session; without one, as `anon`. */
  readonly authorization?: string | undefined;
  /** The request's own `x-device` header: the secret of a venue's device, which counts instead. */
  readonly device?: string | undefined;
}

/** The database's functions; the schema documents their answers. */
export interface ScoreDatabase {
  /**
   * Rejects with a `DatabaseError` if the database refuses, with another error if it is unreachable, and with the
   * signal's reason if that aborts before the database has begun.
   */
  readonly call: (
    name: string,
    values: Readonly<Record<string, unknown>>,
    caller: Caller,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** The same for functions that are reserved for the service (`service_role`). */
  readonly callAsService: (
    name: string,
    values: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<unknown>;
}

export interface Ports {
  readonly database: ScoreDatabase;
  /** Gives senders their turns: in one, a request reads and folds all that it needs. */
  readonly turns: FairQueue;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports an internal error to the operator, with a short description. */
  readonly report: (what: string, error: unknown) => void;
}
