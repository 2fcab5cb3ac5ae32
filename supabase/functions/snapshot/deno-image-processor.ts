import {
  AlphaAction,
  ColorProfile,
  ColorSpace,
  ConfigurationFiles,
  FilterType,
  Gravity,
  initializeImageMagick,
  MagickColor,
  MagickFormat,
  MagickGeometry,
  MagickImage,
  MagickImageInfo,
  MagickReadSettings,
  type IMagickImage,
} from '@imagemagick/magick-wasm';
import { Refusal } from '../_shared/refusal.ts';
import { checkContent, damaged, takenKindOf, type Kind } from './content.ts';
import type { Pixels } from './drawing/resvg.ts';
import { mendedJpeg } from './mended-jpeg.ts';
import type { ImageProcessor, Photo, Size } from './ports.ts';
import {
  DARK,
  DRAWN_QUALITY,
  FITTED_BYTES,
  FITTED_QUALITIES,
  KEPT_QUALITY,
  KEPT_SIDE,
  LOGO_SIZE,
  portraitPart,
  PORTRAIT_SIZE,
} from './image-sizes.ts';
import { SRGB } from './srgb.ts';

/** ImageMagick supports hundreds of formats: allow only these, and no files. */
const POLICY = `<policymap>
  <policy domain="coder" rights="none" pattern="*"/>
  <policy domain="coder" rights="read | write" pattern="{JPEG,PNG,WEBP,RGBA}"/>
  <policy domain="delegate" rights="none" pattern="*"/>
  <policy domain="path" rights="none" pattern="@*"/>
</policymap>`;

/** Samsung cameras produce this; every browser shows such images. https://github.com/lovell/sharp/issues/1578 */
const HARMLESS = 'Invalid SOS parameters for sequential JPEG';

const FORMATS = { jpeg: MagickFormat.Jpeg, png: MagickFormat.Png, webp: MagickFormat.WebP } as const;

/** The image's size from its header alone, so nothing too large is unpacked. */
const measure = (sent: Uint8Array, kind: Kind): Size => {
  try {
    return MagickImageInfo.create(sent, new MagickReadSettings({ format: FORMATS[kind] }));
  } catch {
    throw damaged();
  }
};

/** A JPEG can be decoded at half or a third of its size, in a fraction of the time and memory. */
const settingsFor = (kind: Kind, atLeast: Size): MagickReadSettings => {
  const settings = new MagickReadSettings({ format: FORMATS[kind] });
  if (kind === 'jpeg') settings.setDefine(MagickFormat.Jpeg, 'size', `${atLeast.width}x${atLeast.height}`);
  return settings;
};

const toScreenColours = (image: IMagickImage): void => {
  try {
    const profile = image.getColorProfile();
    // Most are already in sRGB.
    if (profile && !profile.description?.startsWith('sRGB')) {
      image.transformColorSpace(profile, new ColorProfile(SRGB));
    }
  } catch {
    // Ignore an unreadable profile.
  }
  if (image.colorSpace !== ColorSpace.sRGB) image.colorSpace = ColorSpace.sRGB;
};

/** Fully decodes an image and passes it to `use`, upright and in its intended colours. Throws if the decoder complains. */
const open = <Result>(
  bytes: Uint8Array,
  settings: MagickReadSettings,
  use: (image: IMagickImage) => Result,
): Result => {
  const image = MagickImage.create();
  let complaints = 0;
  image.onWarning = ({ error }) => {
    complaints += [error, ...error.relatedErrors].filter(
      ({ message }) => !message.startsWith(HARMLESS),
    ).length;
  };
  try {
    try {
      image.read(bytes, settings);
    } catch {
      throw damaged();
    }
    if (complaints) throw damaged();
    image.autoOrient();
    toScreenColours(image);
    image.strip();
    return use(image);
  } finally {
    image.dispose();
  }
};

/** JPEG has no transparency. */
const flatten = (image: IMagickImage): void => {
  if (!image.hasAlpha) return;
  image.backgroundColor = new MagickColor(DARK);
  image.alpha(AlphaAction.Remove);
};

const toJpeg = (image: IMagickImage, quality: number): Uint8Array => {
  image.quality = quality;
  // The callback sees ImageMagick's own memory, so copy it.
  return image.write(MagickFormat.Jpeg, (bytes) => bytes.slice());
};

/** The first encoding that is small enough. */
const toSmallJpeg = (image: IMagickImage): Uint8Array => {
  const [best, ...others] = FITTED_QUALITIES;
  let bytes = toJpeg(image, best);
  for (const quality of others) {
    if (bytes.length < FITTED_BYTES) break;
    bytes = toJpeg(image, quality);
  }
  return bytes;
};

export interface DenoImageProcessor extends ImageProcessor {
  /** Encodes a drawing as JPEG. */
  readonly toJpeg: (drawn: Pixels) => Uint8Array;
}

/** The part of a picture that {@link portraitPart} keeps, at a size. */
const cover = (image: IMagickImage, { width, height }: Size): void => {
  const { left, top, side } = portraitPart(image);
  image.crop(new MagickGeometry(left, top, side, side));
  image.resetPage();
  image.resize(width, height);
};

/** Opens an upload at the smallest scale that still has at least `wanted` pixels. Throws a `Refusal`. */
const take = <Result>(
  sent: Uint8Array,
  wanted: (whole: Size) => number,
  use: (image: IMagickImage) => Result,
): Result => {
  const kind = takenKindOf(sent);
  const takeWhole = (bytes: Uint8Array): Result => {
    const { width, height } = measure(bytes, kind);
    checkContent(bytes, kind, { width, height });
    const part = Math.max(1, Math.floor(wanted({ width, height })));
    const atLeast = { width: Math.floor(width / part), height: Math.floor(height / part) };
    return open(bytes, settingsFor(kind, atLeast), use);
  };
  try {
    return takeWhole(sent);
  } catch (error) {
    const isDamaged = error instanceof Refusal && error.code === 'damaged';
    const mended = isDamaged && kind === 'jpeg' ? mendedJpeg(sent) : undefined;
    if (!mended) throw error;
    return takeWhole(mended);
  }
};

/** An image processor on ImageMagick's WebAssembly, where native code can't run. `wasm` is the package's `magick.wasm`. */
export const createDenoImageProcessor = async (wasm: Uint8Array): Promise<DenoImageProcessor> => {
  const files = ConfigurationFiles.default;
  files.policy.data = POLICY;
  await initializeImageMagick(wasm, files);

  return {
    toPhoto: async (sent): Promise<Photo> => {
      const wanted = ({ width, height }: Size): number => Math.ceil(Math.max(width, height) / KEPT_SIDE);
      return take(sent, wanted, (image) => {
        flatten(image);
        if (Math.max(image.width, image.height) > KEPT_SIDE) {
          // Half as much work as the default filter.
          image.resize(new MagickGeometry(KEPT_SIDE, KEPT_SIDE), FilterType.Triangle);
        }
        return { bytes: toJpeg(image, KEPT_QUALITY), width: image.width, height: image.height };
      });
    },

    toMark: async (sent, kind) => {
      if (kind === 'portrait') {
        const wanted = ({ width, height }: Size): number => Math.min(width, height) / PORTRAIT_SIZE.width;
        return take(sent, wanted, (image) => {
          flatten(image);
          cover(image, PORTRAIT_SIZE);
          return toJpeg(image, KEPT_QUALITY);
        });
      }
      const { width: most, height: highest } = LOGO_SIZE;
      const wanted = ({ width, height }: Size): number => Math.max(width / most, height / highest);
      return take(sent, wanted, (image) => {
        if (image.width > most || image.height > highest) image.resize(new MagickGeometry(most, highest));
        return image.write(MagickFormat.Png, (bytes) => bytes.slice());
      });
    },

    fit: async (kept, { width, height }) => {
      return open(kept, settingsFor(takenKindOf(kept), { width, height }), (image) => {
        flatten(image);
        const size = new MagickGeometry(width, height);
        image.resize(size);
        image.extent(size, Gravity.Center, new MagickColor(DARK));
        return toSmallJpeg(image);
      });
    },

    toJpeg: ({ pixels, width, height }) => {
      const image = MagickImage.create();
      try {
        image.read(pixels, new MagickReadSettings({ format: MagickFormat.Rgba, width, height, depth: 8 }));
        image.settings.setDefine(MagickFormat.Jpeg, 'sampling-factor', '4:4:4');
        return toJpeg(image, DRAWN_QUALITY);
      } finally {
        image.dispose();
      }
    },
  };
};
