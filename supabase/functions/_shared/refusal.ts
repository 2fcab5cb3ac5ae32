/** A refused request: a 4xx with the reason, or a 503 with when to retry. */
export class Refusal extends Error {
  readonly status: number;
  /** The code that programs check: Auth's `error_code` or PostgREST's `code`. */
  readonly code: string | undefined;
  /** Such as a 405's `allow` or a 429's `retry-after`. */
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

/** A full disk or quota, as reported by the system and by Postgres. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether the disk or a quota is full. */
export const isDiskFull = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return FULL.includes(code) || (cause !== undefined && isDiskFull(cause));
};

/** An error as a refusal; undefined for a bug. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  return isDiskFull(error)
    ? new Refusal(503, 'The server has no room left on its disk.', { headers: { 'retry-after': '60' } })
    : undefined;
};

/** A 429 as from Supabase's gateway, with the seconds to wait. */
export const tooMany = (seconds: number, message = 'Request rate limit reached'): Refusal =>
  new Refusal(429, message, {
    code: 'over_request_rate_limit',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
