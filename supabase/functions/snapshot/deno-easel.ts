import type { DenoDarkroom } from './deno-darkroom.ts';
import { FACE_NAMES, facesIn, fontFile, type FaceName } from './drawing/faces.ts';
import { loadResvg, paint } from './drawing/resvg.ts';
import type { Easel } from './ports.ts';

/**
 * Draws in this thread: the platform has no others. `wasm` is resvg's, `readFont` reads a file of `fonts/`, and the darkroom
 * prints what was drawn.
 */
export const createDenoEasel = async (
  wasm: Uint8Array<ArrayBuffer>,
  readFont: (file: string) => Promise<Uint8Array>,
  darkroom: DenoDarkroom,
): Promise<Easel> => {
  await loadResvg(() => wasm);
  const fonts = new Map<FaceName, Uint8Array>();
  for (const name of FACE_NAMES) fonts.set(name, await readFont(fontFile(name)));
  return {
    draw: async (svg) => {
      const used = facesIn(svg).flatMap((name) => fonts.get(name) ?? []);
      return darkroom.print(paint(svg, used));
    },
  };
};
