import type { APIRoute } from 'astro';
import sharp from 'sharp';
import { APP_COLOR } from '../../build/colours.ts';
import { APP_ICONS, type AppIcon } from '../../config/app.ts';

const DRAWING = 'public/favicon.svg';
/** The drawing's own width, which sharp renders at 72 dpi. */
const DRAWING_SIZE = 32;
/** Keeps the board inside the 80 % safe circle of maskable icons: https://www.w3.org/TR/appmanifest/#icon-masks */
const MASKABLE_SHARE = 0.8;

export const getStaticPaths = () => APP_ICONS.map((icon) => ({ params: { icon: icon.name }, props: icon }));

export const GET: APIRoute<AppIcon> = async ({ props: { size, purpose } }) => {
  const drawn = purpose === 'maskable' ? Math.round((size * MASKABLE_SHARE) / 2) * 2 : size;
  const margin = (size - drawn) / 2;
  const picture = sharp(DRAWING, { density: (72 * drawn) / DRAWING_SIZE }).resize(drawn, drawn);
  if (purpose === 'maskable') {
    picture
      .extend({ top: margin, right: margin, bottom: margin, left: margin, background: APP_COLOR })
      .flatten({ background: APP_COLOR });
  }
  const png = await picture.png({ compressionLevel: 9, palette: true }).toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
