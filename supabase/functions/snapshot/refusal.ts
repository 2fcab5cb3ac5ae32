/** A request that is refused: a 4xx and what was wrong with it, or a 503 and when to try again. */
export class Refusal extends Error {
  readonly status: number;
  /** What programs tell refusals apart by: Auth's `error_code`, or PostgREST's `code`. */
  readonly code: string | undefined;
  /** Such as `allow` of a 405, and `retry-after` of a 429. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    { code, headers = {} }: { code?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A disk is full, or what one may use of it: as the system says it, and Postgres. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether something failed for want of room on the disk. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return FULL.includes(code) || (cause !== undefined && isDiskFull(cause));
};

/** The refusal that an error is, or comes to; undefined for a failure of the program. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  return isDiskFull(error)
    ? new Refusal(503, 'The server has no room left on its disk.', { headers: { 'retry-after': '60' } })
    : undefined;
};

/** The refusal that Supabase's gateway gives, with the seconds to wait. */
export const tooMany = (seconds: number, message = 'Request rate limit reached'): Refusal =>
  new Refusal(429, message, {
    code: 'over_request_rate_limit',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
