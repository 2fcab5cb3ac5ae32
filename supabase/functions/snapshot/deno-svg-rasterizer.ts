import type { DenoImageProcessor } from './deno-image-processor.ts';
import { FACE_NAMES, facesIn, fontFile, type FaceName } from './drawing/faces.ts';
import { loadResvg, paint } from './drawing/resvg.ts';
import type { SvgRasterizer } from './ports.ts';

/**
 * Draws on this thread: the platform has no others. `wasm` is resvg's, `readFont` reads a file in `fonts/`, and the
 * image processor encodes the result.
 */
export const createDenoSvgRasterizer = async (
  wasm: Uint8Array<ArrayBuffer>,
  readFont: (file: string) => Promise<Uint8Array>,
  imageProcessor: DenoImageProcessor,
): Promise<SvgRasterizer> => {
  await loadResvg(() => wasm);
  const fonts = new Map<FaceName, Uint8Array>();
  for (const name of FACE_NAMES) fonts.set(name, await readFont(fontFile(name)));
  return {
    draw: async (svg) => {
      const used = facesIn(svg).flatMap((name) => fonts.get(name) ?? []);
      return imageProcessor.toJpeg(paint(svg, used));
    },
  };
};
