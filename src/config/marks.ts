/** The environment settings that decide where the pictures of a venue's players and sponsors come from. */
interface MarkSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
}

/**
 * Where our own snapshot service takes and gives marks, for a page on `siteOrigin`: beside the database that knows of them,
 * wherever pictures of tables come from.
 */
export const marksAddress = ({ PUBLIC_SUPABASE_URL }: MarkSettings, siteOrigin: string): string =>
  new URL('/functions/v1/snapshot/mark', PUBLIC_SUPABASE_URL || siteOrigin).href;

/** The flag of a country, by its two letters. */
export const flagAddress = (flag: string): string => `/flags/${flag.toLowerCase()}.svg`;
