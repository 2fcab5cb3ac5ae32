/** The environment settings for the score service. */
interface ScoreSettings {
  readonly PUBLIC_SUPABASE_URL?: string | undefined;
}

/** The address of the score service. Without a setting, the page's own host. */
export const scoreAddress = ({ PUBLIC_SUPABASE_URL = '' }: ScoreSettings): string =>
  `${PUBLIC_SUPABASE_URL.replace(/\/+$/, '')}/functions/v1/score`;
