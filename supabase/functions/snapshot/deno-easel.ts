import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { DenoDarkroom } from './deno-darkroom.ts';
import type { Easel } from './ports.ts';

/** resvg's WebAssembly draws, and the darkroom prints what was drawn. `wasm` is the package's `index_bg.wasm`. */
export const createDenoEasel = async (
  wasm: Uint8Array,
  fonts: Uint8Array[],
  darkroom: DenoDarkroom,
): Promise<Easel> => {
  await initWasm(wasm);
  return {
    draw: async (svg, size) => {
      const resvg = new Resvg(svg, { font: { fontBuffers: fonts, defaultFontFamily: 'Readex Pro' } });
      const drawn = resvg.render();
      try {
        return darkroom.print(drawn.pixels, size);
      } finally {
        drawn.free();
        resvg.free();
      }
    },
  };
};
