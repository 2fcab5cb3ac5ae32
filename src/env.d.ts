/** The build's settings; an empty or missing one means the embedded server. */
interface ImportMetaEnv {
  readonly PUBLIC_SUPABASE_URL?: string;
  readonly PUBLIC_SUPABASE_PUBLISHABLE_KEY?: string;
  readonly PUBLIC_SNAPSHOT_ENDPOINT?: string;
  readonly PUBLIC_SNAPSHOT_IMAGE_VARIANTS?: string;
  readonly PUBLIC_SITE_URL?: string;
  readonly PUBLIC_ERRORS_URL?: string;
}

interface Window {
  /** Only in some browsers. TypeScript knows neither these, nor that `register` accepts their result. */
  readonly trustedTypes?: {
    readonly createPolicy: <
      Rules extends {
        readonly createHTML?: (text: string) => string | null;
        readonly createScriptURL?: (address: string) => string;
      },
    >(
      name: string,
      rules: Rules,
    ) => Rules;
  };
}

/** The used part of a package without types. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'sfnt' | 'woff2';
    /** One value fixes an axis; a range narrows it. */
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number }>
    >;
    /** OpenType features to keep; all if omitted. */
    readonly keepFeatures?: readonly string[];
    /** `text` is ignored then. */
    readonly keepAllGlyphs?: true;
  }

  /** A font reduced to the characters of `text` and the glyphs they may turn into. */
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: Options,
  ): Promise<Uint8Array>;
}

/** The code that integrations run on the server before a page is rendered. Astro declares no type for it. */
declare module 'astro:scripts/page-ssr.js';
