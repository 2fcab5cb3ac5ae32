/** Why a request to the backend failed, in as much detail as a user needs. */
export type Failure =
  | { readonly kind: 'offline' | 'tooMany' | 'sessionExpired' | 'wrongCredentials' | 'invalidEmail' }
  /** The session is valid, but this account may not do this. */
  | { readonly kind: 'forbidden' }
  /** Another table in use has that name. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'weakPassword' | 'samePassword' | 'linkExpired' }
  /** Without the current password, only a fresh session may set a new one. */
  | { readonly kind: 'currentPasswordNeeded' | 'wrongCurrentPassword' }
  /** Anything else, with the provider's message, which may be empty. */
  | { readonly kind: 'other'; readonly message: string };

/** What Supabase's clients say about an error; `status` is 0 when no answer came. */
export interface ProviderError {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
}

/**
 * The error codes of Auth, https://supabase.com/docs/guides/auth/debugging/error-codes, then of PostgREST and Postgres.
 */
const KINDS = new Map<string, Exclude<Failure['kind'], 'other'>>(
  Object.entries({
    over_request_rate_limit: 'tooMany',
    over_email_send_rate_limit: 'tooMany',
    invalid_credentials: 'wrongCredentials',
    user_not_found: 'wrongCredentials',
    email_address_invalid: 'invalidEmail',
    weak_password: 'weakPassword',
    same_password: 'samePassword',
    current_password_required: 'currentPasswordNeeded',
    reauthentication_needed: 'currentPasswordNeeded',
    current_password_invalid: 'wrongCurrentPassword',
    otp_expired: 'linkExpired',
    flow_state_expired: 'linkExpired',
    session_not_found: 'sessionExpired',
    session_expired: 'sessionExpired',
    refresh_token_not_found: 'sessionExpired',
    refresh_token_already_used: 'sessionExpired',
    bad_jwt: 'sessionExpired',
    no_authorization: 'sessionExpired',
    PGRST301: 'sessionExpired',
    PGRST302: 'sessionExpired',
    PGRST303: 'sessionExpired',
    // A statement timeout: the database was busy, and a retry helps.
    '57014': 'offline',
    '55P03': 'offline',
    '40P01': 'offline',
  } as const),
);

/** The kind of a provider's error. A gateway's 502 to 504 counts as no connection. */
export const failureOf = (error: ProviderError): Failure => {
  const { name = '', message = '', status = 0, code = '' } = error;
  const known = KINDS.get(code);
  if (known) return { kind: known };
  if (status === 429) return { kind: 'tooMany' };
  if (name === 'AuthSessionMissingError' || status === 401) return { kind: 'sessionExpired' };
  // A violation of the unique index on table names.
  if (code === '23505' && message.includes('user_overlays_names')) return { kind: 'taken' };
  // Postgres' insufficient_privilege, which PostgREST sends with status 401 to anonymous users.
  if (code === '42501') return { kind: 'forbidden' };
  if (status === 0 || (status >= 502 && status <= 504)) return { kind: 'offline' };
  if (code === 'validation_failed' && /email/i.test(message)) return { kind: 'invalidEmail' };
  return { kind: 'other', message };
};

/** The only error that the backend throws. */
export class BackendError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The failure behind anything thrown; a programming error counts as `other`. */
export const failureIn = (thrown: unknown): Failure =>
  thrown instanceof BackendError ? thrown.failure : { kind: 'other', message: '' };
