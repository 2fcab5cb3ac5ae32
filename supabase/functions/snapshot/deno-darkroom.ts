import {
  AlphaAction,
  ColorSpace,
  ConfigurationFiles,
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
import { isMoving, kindOf, type Kind } from './content.ts';
import type { Darkroom, Size } from './ports.ts';
import { Refusal } from './refusal.ts';

/** What phones' cameras make, and the longest side that anybody needs of it. */
const MOST_PIXELS = 25_000_000;
const LONGEST_SENT = 8192;
const LONGEST_KEPT = 3840;

const QUALITY = 85;
/** Chats show no larger ones. The first quality that makes less of a picture is taken. */
const MOST_FITTED_BYTES = 300_000;
const FITTED_QUALITIES = [82, 65, 45, 25];

/** `room-950` of the site's styles. */
const DARK = '#07120e';

/** ImageMagick reads and writes hundreds of formats: none but these, and no files. */
const POLICY = `<policymap>
  <policy domain="coder" rights="none" pattern="*"/>
  <policy domain="coder" rights="read | write" pattern="{JPEG,PNG,WEBP,RGBA}"/>
  <policy domain="delegate" rights="none" pattern="*"/>
  <policy domain="path" rights="none" pattern="@*"/>
</policymap>`;

/** Samsung's cameras write these; every browser shows them. https://github.com/lovell/sharp/issues/1578 */
const HARMLESS = /^Invalid SOS parameters for sequential JPEG/;

const FORMATS = { jpeg: MagickFormat.Jpeg, png: MagickFormat.Png, webp: MagickFormat.WebP } as const;

const damaged = (): Refusal =>
  new Refusal(422, 'The picture is damaged or incomplete: send it again.', { code: 'damaged' });

/** Its size by its header alone, so that nothing is unpacked that is larger than allowed. */
const measure = (sent: Uint8Array, kind: Kind): Size => {
  try {
    return MagickImageInfo.create(sent, new MagickReadSettings({ format: FORMATS[kind] }));
  } catch {
    throw damaged();
  }
};

const checkSize = ({ width, height }: Size): void => {
  if (width <= LONGEST_SENT && height <= LONGEST_SENT && width * height <= MOST_PIXELS) return;
  throw new Refusal(
    422,
    `The picture has ${width} × ${height} pixels: send at most ${MOST_PIXELS / 1e6} megapixels and ${LONGEST_SENT} a side.`,
    { code: 'dimensions' },
  );
};

/** A JPEG can be unpacked at a half or a third of its size, which costs a fraction of the time and memory. */
const settingsFor = (kind: Kind, atLeast: Size): MagickReadSettings => {
  const settings = new MagickReadSettings({ format: FORMATS[kind] });
  if (kind === 'jpeg') settings.setDefine(MagickFormat.Jpeg, 'size', `${atLeast.width}x${atLeast.height}`);
  return settings;
};

/** Decodes to the end and lets `use` work on it, upright and without transparency. Rejects what the decoder complains of. */
const open = <Result>(
  bytes: Uint8Array,
  settings: MagickReadSettings,
  use: (image: IMagickImage) => Result,
): Result => {
  const image = MagickImage.create();
  let complaints = 0;
  image.onWarning = ({ error }) => {
    if (!HARMLESS.test(error?.message ?? '')) complaints += 1;
  };
  try {
    try {
      image.read(bytes, settings);
    } catch {
      throw damaged();
    }
    if (complaints) throw damaged();
    image.autoOrient();
    image.strip();
    if (image.hasAlpha) {
      image.backgroundColor = new MagickColor(DARK);
      image.alpha(AlphaAction.Remove);
    }
    if (image.colorSpace !== ColorSpace.sRGB) image.colorSpace = ColorSpace.sRGB;
    return use(image);
  } finally {
    image.dispose();
  }
};

const toJpeg = (image: IMagickImage, quality: number): Uint8Array => {
  image.quality = quality;
  // What the callback sees is the memory of ImageMagick, which is used again.
  return image.write(MagickFormat.Jpeg, (bytes) => bytes.slice());
};

/** The first encoding that is small enough; the last one is, whatever the picture. */
const toSmallJpeg = (image: IMagickImage): Uint8Array => {
  let bytes = new Uint8Array();
  for (const quality of FITTED_QUALITIES) {
    bytes = new Uint8Array(toJpeg(image, quality));
    if (bytes.length < MOST_FITTED_BYTES) break;
  }
  return bytes;
};

export interface DenoDarkroom extends Darkroom {
  /** Makes a JPEG of pixels: red, green, blue and alpha, a byte each. */
  readonly print: (pixels: Uint8Array, size: Size) => Uint8Array;
}

/** ImageMagick's WebAssembly as the darkroom, where no native code runs. `wasm` is the package's `magick.wasm`. */
export const createDenoDarkroom = async (wasm: Uint8Array): Promise<DenoDarkroom> => {
  const files = ConfigurationFiles.default;
  files.policy.data = POLICY;
  await initializeImageMagick(wasm, files);

  return {
    develop: async (sent) => {
      const kind = kindOf(sent);
      if (!kind) throw new Refusal(415, 'Send a JPEG, PNG or WebP picture.', { code: 'type' });
      const size = measure(sent, kind);
      if (isMoving(sent, kind)) {
        throw new Refusal(422, 'The picture moves: send a still one.', { code: 'moving' });
      }
      checkSize(size);
      const part = Math.ceil(Math.max(size.width, size.height) / LONGEST_KEPT);
      const settings = settingsFor(kind, {
        width: Math.floor(size.width / part),
        height: Math.floor(size.height / part),
      });
      return open(sent, settings, (image) => {
        if (Math.max(image.width, image.height) > LONGEST_KEPT) {
          image.resize(new MagickGeometry(LONGEST_KEPT, LONGEST_KEPT));
        }
        const { width, height } = image;
        return { bytes: toJpeg(image, QUALITY), width, height };
      });
    },

    fit: async (kept, size) => {
      const kind = kindOf(kept);
      if (!kind) throw damaged();
      return open(kept, settingsFor(kind, size), (image) => {
        image.resize(new MagickGeometry(size.width, size.height));
        image.extent(new MagickGeometry(size.width, size.height), Gravity.Center, new MagickColor(DARK));
        return toSmallJpeg(image);
      });
    },

    print: (pixels, { width, height }) => {
      const image = MagickImage.create();
      try {
        image.read(pixels, new MagickReadSettings({ format: MagickFormat.Rgba, width, height, depth: 8 }));
        return width > 1200 ? toJpeg(image, QUALITY) : toSmallJpeg(image);
      } finally {
        image.dispose();
      }
    },
  };
};
