/** The environment settings that decide where the pictures of a venue's players and sponsors come from. */
interface MarkSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
}

/**
 * Where our own snapshot service takes and gives marks: beside the database that knows of them, wherever pictures of
 * tables come from. Without a setting that is the page's own host.
 */
export const marksAddress = ({ PUBLIC_SUPABASE_URL = '' }: MarkSettings): string =>
  `${PUBLIC_SUPABASE_URL.replace(/\/+$/, '')}/functions/v1/snapshot/mark`;

/** The flag of a country, by its two letters. */
export const flagAddress = (flag: string): string => `/flags/${flag.toLowerCase()}.svg`;
