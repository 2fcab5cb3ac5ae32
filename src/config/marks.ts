/** The environment settings for the pictures of players and sponsors. */
interface MarkSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
}

/**
 * The address where our own snapshot service takes and serves marks. It is always at the database that refers to them,
 * even if tables' pictures come from elsewhere. Without a setting, the page's own host.
 */
export const marksAddress = ({ PUBLIC_SUPABASE_URL = '' }: MarkSettings): string =>
  `${PUBLIC_SUPABASE_URL.replace(/\/+$/, '')}/functions/v1/snapshot/mark`;

/** The address of a country's flag, by ISO 3166-1 alpha-2 code. */
export const flagAddress = (flag: string): string => `/flags/${flag.toLowerCase()}.svg`;
