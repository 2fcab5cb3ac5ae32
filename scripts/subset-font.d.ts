/** The part of `subset-font` that is used here: the package brings no types. */
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2';
    /** One value pins an axis; a range narrows it. */
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number }>
    >;
    /** OpenType features to keep; all of them when left out. */
    readonly keepFeatures?: readonly string[];
  }

  /** The font with the characters of `text` only, and the glyphs that they may turn into. */
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
