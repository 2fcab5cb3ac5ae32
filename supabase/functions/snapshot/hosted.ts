/** What the platform and the operator configure for an edge function. */
export interface HostedSettings {
  /** The project's address, without a trailing slash. */
  readonly supabase: string;
  readonly key: string;
  readonly site: string;
  /** This service's address as browsers reach it. */
  readonly address: string;
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** `SUPABASE_SECRET_KEYS` holds named keys as JSON; projects with legacy keys have `SUPABASE_SERVICE_ROLE_KEY`. */
const secretKey = (get: (name: string) => string | undefined): string | undefined => {
  const keys = get('SUPABASE_SECRET_KEYS');
  const named = keys ? (JSON.parse(keys) as Record<string, string>) : {};
  return named['default'] ?? Object.values(named)[0] ?? get('SUPABASE_SERVICE_ROLE_KEY');
};

/** Reads the function's environment. Throws with the name of anything missing. */
export const readHostedSettings = (get: (name: string) => string | undefined): HostedSettings => {
  const required = (name: string, value: string | undefined): string => {
    if (!value) throw new Error(`The snapshot service needs ${name}.`);
    return value;
  };
  const supabase = withoutSlash(required('SUPABASE_URL', get('SUPABASE_URL')));
  return {
    supabase,
    key: required('SUPABASE_SECRET_KEYS', secretKey(get)),
    site: withoutSlash(required('SITE_URL', get('SITE_URL'))),
    address: withoutSlash(get('SNAPSHOT_ADDRESS') ?? `${supabase}/functions/v1/snapshot`),
  };
};
