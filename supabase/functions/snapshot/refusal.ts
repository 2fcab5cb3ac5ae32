/** A request that is refused: a 4xx, and what was wrong with it. */
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

/** The refusal that Supabase's gateway gives, with the seconds to wait. */
export const tooMany = (seconds: number, message = 'Request rate limit reached'): Refusal =>
  new Refusal(429, message, {
    code: 'over_request_rate_limit',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  });
