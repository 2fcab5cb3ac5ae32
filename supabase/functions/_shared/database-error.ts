/** What the database said no to. */
export class DatabaseError extends Error {
  /** Postgres' SQLSTATE, or PostgREST's own code. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
