import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureLocales, PICTURES, type PictureName } from '../../../src/core/site/picture.ts';
import { masterOf } from '../../../studio/variants.ts';

/** Every copy of a picture is its master's: `npm run pictures:variants` writes them. */

/** So small, a picture shows colours and shapes, and no encoder's edges. */
const SIZE = { width: 320, height: 180, fit: 'fill' } as const;
/** The most that a channel of a pixel differs, of 255: what encoders leave out is below it. */
const NOISE = 48;
/** The most pixels that differ by more. */
const MOST_OTHER = 0.0003;

const pixels = (file: string): Promise<Buffer> => sharp(file).removeAlpha().resize(SIZE).raw().toBuffer();

const pictures = (Object.keys(PICTURES) as PictureName[]).flatMap((name) =>
  pictureLocales(name).map((locale) => ({ name, locale })),
);

test.each(pictures)('the copies of $name in $locale show what it shows', async ({ name, locale }) => {
  const file = masterOf(name, locale);
  const master = await pixels(file);
  for (const format of ['avif', 'jpg'] as const) {
    for (const width of PICTURES[name].copies[format]) {
      const copy = await pixels(file.replace(/\.jpg$/, `-${width}.${format}`));
      const other = master.filter((value, index) => Math.abs(value - (copy[index] ?? 0)) > NOISE).length;
      expect.soft(other / master.length, `${width}.${format}`).toBeLessThan(MOST_OTHER);
    }
  }
});
