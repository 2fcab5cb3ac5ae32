/** Publishable key of the embedded default. It is public by nature: row-level security does the protecting. */
export const EMBEDDED_PUBLISHABLE_KEY = 'sb_publishable_cueboard_embedded_default';
