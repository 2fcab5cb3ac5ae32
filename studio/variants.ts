import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { root } from '../scripts/run.ts';
import { pictureLocales, pictureUrl, PICTURES, type PictureName } from '../src/core/site/picture.ts';
import type { Locale } from '../src/i18n/locales.ts';

/** The file of a master in a language; its variants are beside it. */
export const masterOf = (name: PictureName, locale: Locale): string =>
  join(root, 'public', pictureUrl(name, locale));

const NAMES = Object.keys(PICTURES) as readonly PictureName[];

/** The name of a picture that a command gives; throws a sentence for one that is unknown. */
export const pictureNamed = (given: string): PictureName => {
  const name = NAMES.find((known) => known === given);
  if (name === undefined) throw new Error(`"${given}" is none of ${NAMES.join(', ')}.`);
  return name;
};

const ENCODE = {
  avif: (image: Sharp) => image.avif({ quality: 50, effort: 4 }),
  jpg: (image: Sharp) => image.jpeg({ quality: 76, mozjpeg: true }),
} as const;

/** Writes a master's variants (`1-480.avif` and so on) next to it, without metadata. Returns their total bytes. */
const writeVariants = async (name: PictureName, file: string): Promise<number> => {
  const master = sharp(file);
  const { copies } = PICTURES[name];
  const sizes = (['avif', 'jpg'] as const).flatMap((format) =>
    copies[format].map(async (width) => {
      const copy = ENCODE[format](master.clone().resize({ width, withoutEnlargement: true }));
      return (await copy.toFile(file.replace(/\.jpg$/, `-${width}.${format}`))).size;
    }),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

if (import.meta.main) {
  const given = process.argv.slice(2).map(pictureNamed);
  for (const name of given.length ? given : NAMES) {
    for (const locale of pictureLocales(name)) {
      const bytes = await writeVariants(name, masterOf(name, locale));
      console.log(`${pictureUrl(name, locale)}  ${Math.ceil(bytes / 1000)} kB`);
    }
  }
}
