import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A picture's pixels, three bytes each. */
type Pixels = { data: Buffer; width: number; height: number };

const GRAIN_STRENGTH = 2.4;
const QUALITIES = [90, 88, 86, 84, 82, 80] as const;

/** A repeatable source of numbers from 0 to 1, so that every run gives the same grain. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

/** Adds a film's grain: a little soft, strongest in the mid tones. */
const addGrain = ({ data, width, height }: Pixels): void => {
  const random = randomFrom(12_345);
  const noise = Float32Array.from(
    { length: width * height },
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

/** What lies over a rendered picture: pictures in the scene under the grain, a broadcast's graphics above it. */
export type Layers = { under?: string; over?: Buffer };

/**
 * Makes a photograph of a render: lays its layers over it, sharpens it a little, adds grain and writes a JPEG that
 * has at most so many bytes. Gives the bytes; throws when even the lowest quality has more.
 */
export const finish = async (
  render: string,
  size: readonly [width: number, height: number],
  layers: Layers,
  target: string,
  maxBytes: number,
): Promise<number> => {
  const base = await sharp(render)
    .removeAlpha()
    .resize(...size)
    .sharpen({ sigma: 0.7, m1: 0.5, m2: 1.2 })
    .toBuffer();
  const screens = layers.under
    ? [
        {
          input: await sharp(layers.under)
            .resize(...size)
            .toBuffer(),
        },
      ]
    : [];
  const { data, info } = await sharp(base)
    .composite(screens)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height };
  addGrain(pixels);
  const graphics = layers.over
    ? [
        {
          input: await sharp(layers.over)
            .resize(...size)
            .toBuffer(),
        },
      ]
    : [];
  const picture = await sharp(data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .composite(graphics)
    .png()
    .toBuffer();
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
