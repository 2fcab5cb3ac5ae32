/** The database's refusal of a call. */
export class DatabaseError extends Error {
  /** Postgres' SQLSTATE, or PostgREST's own code. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error's Postgres code (SQLSTATE); undefined for anything else, such as the system's `EPIPE`. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
};
