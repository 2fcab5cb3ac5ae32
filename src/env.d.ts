/** The build's settings; an empty or missing one means the embedded default. */
interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_PUBLISHABLE_KEY?: string;
  readonly PUBLIC_SNAPSHOT_ENDPOINT?: string;
  readonly PUBLIC_SNAPSHOT_IMAGE_VARIANTS?: string;
  readonly PUBLIC_SITE_URL?: string;
}

/** The package has no types; these are what `src/seo/drawing.ts` uses. */
declare module 'subset-font' {
  /** With `keepAllGlyphs`, `text` is left out; `variationAxes` fixes axes to a value. */
  export default function subsetFont(
    font: Uint8Array,
    text: undefined,
    options: {
      keepAllGlyphs: true;
      targetFormat: 'sfnt';
      variationAxes: Readonly<Record<string, number>>;
    },
  ): Promise<Uint8Array>;
}

/** What integrations run on the server before a page is rendered; Astro declares no type for it. */
declare module 'astro:scripts/page-ssr.js';
