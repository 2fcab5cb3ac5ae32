/** The build's settings; an empty or missing one means the embedded default. */
interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_PUBLISHABLE_KEY?: string;
  readonly PUBLIC_SNAPSHOT_ENDPOINT?: string;
  readonly PUBLIC_SNAPSHOT_IMAGE_VARIANTS?: string;
  readonly PUBLIC_SITE_URL?: string;
}
