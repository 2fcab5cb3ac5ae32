import { join } from 'node:path';
import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { root } from '../scripts/run.ts';
import { PICTURE_WIDTHS } from '../src/core/site/picture.ts';

/** The folder of the masters (`1.jpg` … `6.jpg`, `stream.jpg`, 1600 pixels wide) and their variants. */
export const IMAGES = join(root, 'public/images');

const MASTERS = ['1', '2', '3', '4', '5', '6', 'stream'] as const;

/** A format of the variants: its widths in pixels, and how it is written. */
type Format = { extension: string; widths: readonly number[]; encode: (image: Sharp) => Sharp };

const FORMATS: readonly Format[] = [
  {
    extension: 'avif',
    widths: PICTURE_WIDTHS,
    encode: (image) => image.avif({ quality: 50, effort: 6 }),
  },
  {
    extension: 'webp',
    widths: PICTURE_WIDTHS,
    encode: (image) => image.webp({ quality: 72, effort: 6, smartSubsample: true }),
  },
  // The master itself is the 1600-pixel JPEG.
  {
    extension: 'jpg',
    widths: PICTURE_WIDTHS.filter((width) => width < 1600),
    encode: (image) => image.jpeg({ quality: 76, mozjpeg: true }),
  },
];

/** Writes a master's variants (`1-480.avif` and so on) next to it, without metadata. Returns their total bytes. */
const writeVariants = async (name: string): Promise<number> => {
  const master = sharp(join(IMAGES, `${name}.jpg`));
  const sizes = FORMATS.flatMap(({ extension, widths, encode }) =>
    widths.map(async (width) => {
      const resized = master.clone().resize({ width, withoutEnlargement: true });
      const { size } = await encode(resized).toFile(join(IMAGES, `${name}-${width}.${extension}`));
      return size;
    }),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

if (import.meta.main) {
  const names = process.argv.slice(2);
  for (const name of names.length ? names : MASTERS) {
    console.log(`public/images/${name}-*  ${Math.ceil((await writeVariants(name)) / 1000)} kB`);
  }
}
