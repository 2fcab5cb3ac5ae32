import sharp from 'sharp';
import { MARK_SIZE, markIcon } from '../core/site/mark.ts';
import { colour } from './colours.ts';

/** SVG's pixels for an inch, at which a drawing has its own size. */
const DRAWN_DPI = 72;

/**
 * The product's icon as a square PNG of `size` pixels. The mark is inside the 80 % safe circle of maskable icons:
 * https://www.w3.org/TR/appmanifest/#icon-masks
 */
export const iconPicture = async (
  size: number,
  { square }: { readonly square: boolean },
): Promise<Response> => {
  const drawing = Buffer.from(markIcon(colour, { square }));
  const picture = sharp(drawing, { density: (DRAWN_DPI * size) / MARK_SIZE }).resize(size, size);
  const png = await (square ? picture.flatten() : picture)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
