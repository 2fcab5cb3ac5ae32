/**
 * The settings of an edge function from the platform and the operator. Each throws an error that names the missing
 * setting.
 */
export interface HostedSettings {
  /** The project's address, without a trailing slash. */
  readonly supabase: () => string;
  /** Bypasses row-level security. */
  readonly secretKey: () => string;
  /** Public: every browser has it. */
  readonly publishableKey: () => string;
  /** An address that the operator configured, without a trailing slash. */
  readonly address: (name: string) => string;
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Reads the environment of the function `service`, whose name is for the error messages. */
export const readHostedSettings = (
  service: string,
  get: (name: string) => string | undefined,
): HostedSettings => {
  const required = (name: string, value: string | undefined): string => {
    if (!value) throw new Error(`The ${service} service needs ${name}.`);
    return value;
  };
  const address = (name: string): string => withoutSlash(required(name, get(name)));
  /** Projects have named keys, as JSON, and older ones a single key under its own name. */
  const key = (names: string, legacy: string): string => {
    const keys = get(names);
    const named = keys ? (JSON.parse(keys) as Record<string, string>) : {};
    return required(names, named['default'] ?? Object.values(named)[0] ?? get(legacy));
  };
  return {
    supabase: () => address('SUPABASE_URL'),
    secretKey: () => key('SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY'),
    publishableKey: () => key('SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY'),
    address,
  };
};
