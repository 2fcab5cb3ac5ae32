import { initWasm, Resvg, type InitInput } from '@resvg/resvg-wasm';

/** Turns SVG into pixels, wherever WebAssembly runs. */

export interface Pixels {
  /** Red, green, blue, alpha; premultiplied. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Loads resvg once per process: a development server reloads this module, and resvg fails if loaded twice. */
export const loadResvg = (wasm: () => InitInput | Promise<InitInput>): Promise<void> => {
  const loaded = globalThis as { resvg?: Promise<void> };
  return (loaded.resvg ??= Promise.resolve(wasm()).then(initWasm));
};

/** Runs `use` on an SVG, then frees its memory. `fonts` are static TTFs; system fonts are never used. */
export const withResvg = <Result>(
  svg: string,
  fonts: readonly Uint8Array[],
  use: (resvg: InstanceType<typeof Resvg>) => Result,
): Result => {
  const resvg = new Resvg(svg, { font: { fontBuffers: [...fonts], defaultFontFamily: 'Readex Pro' } });
  try {
    return use(resvg);
  } finally {
    resvg.free();
  }
};

/** Renders an SVG at its own size. Throws if it is malformed. */
export const paint = (svg: string, fonts: readonly Uint8Array[]): Pixels =>
  withResvg(svg, fonts, (resvg) => {
    const image = resvg.render();
    try {
      const { pixels, width, height } = image;
      return { pixels, width, height };
    } finally {
      image.free();
    }
  });
