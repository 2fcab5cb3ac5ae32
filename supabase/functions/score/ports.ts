import type { FairQueue } from '../_shared/fair-queue.ts';

/** Everything the service needs from its home: hosted Supabase or the embedded server. */

export interface Caller {
  /** The request's own `Authorization` header, if the call uses a user's session. Without one, it is made as `anon`. */
  readonly authorization?: string | undefined;
  /** The request's own `x-device` header: the secret of a venue's device, which takes precedence. */
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
  /** Gives senders their turns. In its turn, a request reads and folds all it needs. */
  readonly turns: FairQueue;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reports an internal error to the operator, with a short description. */
  readonly report: (what: string, error: unknown) => void;
}
