import { initWasm, Resvg, type InitInput } from '@resvg/resvg-wasm';

/** Turns SVG into pixels, wherever there is WebAssembly. */

export interface Pixels {
  /** Red, green, blue, alpha; premultiplied. */
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Loads resvg once for the process: a development server reloads this module, and resvg refuses a second time. */
export const loadResvg = (wasm: () => InitInput | Promise<InitInput>): Promise<void> => {
  const loaded = globalThis as { resvg?: Promise<void> };
  return (loaded.resvg ??= Promise.resolve(wasm()).then(initWasm));
};

/** Runs `use` on an SVG and gives its memory back. `fonts` are static TTF; nothing of the machine's is used. */
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

/** Paints a whole SVG in its own size. Throws at one that is broken. */
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
