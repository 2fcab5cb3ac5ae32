import { writeFile } from 'node:fs/promises';
import type { OverlayOptions } from 'sharp';
import sharp from 'sharp';
import { randomFrom } from '../src/core/random-from.ts';

const GRAIN_STRENGTH = 2.4;
const QUALITIES = [90, 86, 82, 78, 75, 72, 69] as const;

/** Adds film grain to RGB pixels: slightly soft, strongest in the mid tones. */
const addGrain = (data: Buffer, width: number): void => {
  const random = randomFrom(12_345);
  const noise = Float32Array.from(
    { length: data.length / 3 },
    () => (random() + random() + random() - 1.5) * 2,
  );
  for (let pixel = 0; pixel < noise.length; pixel += 1) {
    const own = noise[pixel] ?? 0;
    const right = noise[pixel + 1] ?? own;
    const below = noise[pixel + width] ?? own;
    const at = pixel * 3;
    const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 765;
    const strength = GRAIN_STRENGTH * (0.35 + 1.3 * Math.sqrt(light) * (1 - light * 0.75));
    const grain = (own * 0.5 + right * 0.25 + below * 0.25) * strength;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.max(0, Math.min(255, Math.round((data[channel] ?? 0) + grain)));
    }
  }
};

/** Layers over a render: `under` goes below the grain, `over` above it, like broadcast graphics. */
export type Layers = { under?: string; over?: Buffer };

/** In pixels. */
export type Size = readonly [width: number, height: number];

const layer = async (input: string | Buffer | undefined, size: Size): Promise<OverlayOptions[]> =>
  input === undefined
    ? []
    : [
        {
          input: await sharp(input)
            .resize(...size)
            .toBuffer(),
        },
      ];

/** Turns a render into a photo: adds its layers, sharpens it a little, and adds grain. */
const develop = async (render: string, size: Size, { under, over }: Layers): Promise<Buffer> => {
  const base = await sharp(render)
    .removeAlpha()
    .resize(...size)
    .sharpen({ sigma: 0.7, m1: 0.5, m2: 1.2 })
    .toBuffer();
  const data = await sharp(base)
    .composite(await layer(under, size))
    .removeAlpha()
    .raw()
    .toBuffer();
  const [width, height] = size;
  addGrain(data, width);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .composite(await layer(over, size))
    .png()
    .toBuffer();
};

/** Lays new screens over a photo that is finished, in place of those in it. */
const replaceScreens = async (photo: string, size: Size, { under, over }: Layers): Promise<Buffer> =>
  sharp(photo)
    .composite([...(await layer(under, size)), ...(await layer(over, size))])
    .png()
    .toBuffer();

/**
 * Writes a photo from a render, or from a photo whose screens are new, as a JPEG within a size limit. Returns the
 * bytes; throws if even the lowest quality is too large.
 */
export const finish = async (
  source: { readonly render: string } | { readonly photo: string },
  size: Size,
  layers: Layers,
  target: string,
  maxBytes: number,
): Promise<number> => {
  const picture = await ('render' in source
    ? develop(source.render, size, layers)
    : replaceScreens(source.photo, size, layers));
  for (const quality of QUALITIES) {
    const jpeg = await sharp(picture).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length > maxBytes) continue;
    await writeFile(target, jpeg);
    return jpeg.length;
  }
  throw new Error(
    `${target} would have more than ${maxBytes} bytes at a quality of ${QUALITIES.at(-1) ?? 0}.`,
  );
};
