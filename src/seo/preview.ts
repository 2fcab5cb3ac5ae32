import { createHash } from 'node:crypto';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { colour } from '../build/colours.ts';
import { PRODUCT } from '../config/product.ts';
import { pictureUrl, type PictureName } from '../core/site/picture.ts';
import { directed, textElement, wrap } from '../core/drawing/svg.ts';
import { zellige } from '../core/site/zellige.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { textsOf } from '../i18n/translate.ts';
import { type Drawing, FAMILY, prepareDrawing, type Weight } from './drawing.ts';
import { headlineOf, type PublicPage } from './pages.ts';

/** The preview pictures of shared links in messengers and social networks, made at build time. */

/** The size that social networks crop least: https://developers.facebook.com/docs/sharing/webmasters/images/ */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** A photo, and where its subject starts and ends, as fractions of its width. */
interface Scene {
  photo: PictureName;
  subject: readonly [start: number, end: number];
}

const SCENES: Record<PublicPage, Scene> = {
  home: { photo: '1', subject: [0.52, 0.93] },
  features: { photo: '4', subject: [0.3, 0.67] },
  pricing: { photo: '2', subject: [0.03, 0.39] },
  howItWorks: { photo: '3', subject: [0.6, 0.83] },
  demo: { photo: '3', subject: [0.6, 0.83] },
  hall: { photo: '4', subject: [0.3, 0.67] },
  contact: { photo: '5', subject: [0.18, 0.58] },
  about: { photo: '4', subject: [0.3, 0.67] },
  privacy: { photo: '2', subject: [0.03, 0.39] },
  snapshot: { photo: '1', subject: [0.52, 0.93] },
};

type Direction = 'ltr' | 'rtl';

/** All lengths are in pixels of the picture. */
const MARGIN = 68;
const HEADLINE_WIDTH = 525;
/** The maximum width of small text, to keep it off the photo. */
const LINE_WIDTH = 490;
const PHOTO_WIDTH = 790;
/** Where the unobscured part of the photo begins, and where the lamp hangs, from the picture's edge on the text side. */
const CLEAR = 690;
const LAMP = 500;
/** How much of the photo's window is nearly black. */
const DARK = 150;
const LINE_SIZE = 29;
/** Headline sizes, largest first; the first that fits its number of lines is used. */
const HEADLINES = [
  { size: 76, maxLines: 3 },
  { size: 68, maxLines: 3 },
  { size: 60, maxLines: 4 },
  { size: 56, maxLines: 4 },
] as const;
const SMALLEST_HEADLINE = 48;

/** In ems: line height, a headline's ascent above its first baseline, and the gap below it. */
const LEADING = {
  ltr: { headline: 1.12, line: 1.4, rise: 0.78, gap: 2.05 },
  rtl: { headline: 1.34, line: 1.6, rise: 0.84, gap: 2.65 },
} as const;

/** The lamp's light, and the darkness behind the text; drawn for text on the left. */
const room = (): string => {
  const { width, height } = PREVIEW_SIZE;
  const start = width - PHOTO_WIDTH;
  const whole = `width="${width}" height="${height}"`;
  return `
    <defs>
      <linearGradient id="wall" x1="0" y1="0" x2="0.25" y2="1">
        <stop offset="0" stop-color="${colour('room-800')}"/>
        <stop offset="0.55" stop-color="${colour('room-900')}"/>
        <stop offset="1" stop-color="${colour('room-950')}"/>
      </linearGradient>
      <linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="${start}" y1="0" x2="${start + 370}" y2="0">
        <stop offset="0" stop-color="#fff"/>
        <stop offset="0.4" stop-color="#fff" stop-opacity="0.98"/>
        <stop offset="0.52" stop-color="#fff" stop-opacity="0.88"/>
        <stop offset="0.72" stop-color="#fff" stop-opacity="0.42"/>
        <stop offset="0.88" stop-color="#fff" stop-opacity="0.1"/>
        <stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </linearGradient>
      <mask id="words"><rect ${whole} fill="url(#fade)"/></mask>
      <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${colour('room-950')}" stop-opacity="0.28"/>
        <stop offset="0.2" stop-color="${colour('room-950')}" stop-opacity="0"/>
        <stop offset="0.72" stop-color="${colour('room-950')}" stop-opacity="0"/>
        <stop offset="1" stop-color="${colour('room-950')}" stop-opacity="0.6"/>
      </linearGradient>
      <radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="${LAMP}" cy="30" r="520">
        <stop offset="0" stop-color="#ffe2a3" stop-opacity="0.5"/>
        <stop offset="0.12" stop-color="#ffd98c" stop-opacity="0.26"/>
        <stop offset="0.4" stop-color="${colour('brass')}" stop-opacity="0.08"/>
        <stop offset="1" stop-color="${colour('brass')}" stop-opacity="0"/>
      </radialGradient>
      <linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="${colour('room-950')}"/>
        <stop offset="1" stop-color="#1f4a38"/>
      </linearGradient>
      <radialGradient id="lit" gradientUnits="userSpaceOnUse" cx="${LAMP}" cy="0" r="620">
        <stop offset="0" stop-color="#fff"/>
        <stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
      ${zellige(colour('ivory'))}
      <mask id="in-light"><rect ${whole} fill="url(#lit)"/></mask>
    </defs>
    <g mask="url(#words)">
      <rect ${whole} fill="url(#wall)"/>
      <g mask="url(#in-light)" opacity="0.11"><rect ${whole} fill="url(#zellige)"/></g>
    </g>
    <rect ${whole} fill="url(#floor)"/>
    <rect ${whole} fill="url(#lamp)"/>
    <g transform="translate(${LAMP})">
      <path d="M-30 0H30C36 14 62 24 70 38H-70C-62 24-36 14-30 0Z" fill="url(#shade)"/>
      <ellipse cy="38" rx="70" ry="7" fill="#ffefc9"/>
    </g>`;
};

/** Crops a scene's photo to go beside the text: its subject unobscured, its far edge intact. */
const drawScene = async ({ photo, subject }: Scene, locale: Locale): Promise<OverlayOptions> => {
  const { dir } = LOCALES[locale];
  const { width, height } = PREVIEW_SIZE;
  const { data, info } = await sharp(join(process.cwd(), 'public', pictureUrl(photo, locale)))
    .resize({ height })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [start, end] = [subject[0] * info.width, subject[1] * info.width];
  const [middle, clear, gap] = [(start + end) / 2, width - CLEAR, 20];
  const wanted =
    dir === 'rtl'
      ? Math.min(middle - clear / 2, start - gap)
      : Math.max(middle - (PHOTO_WIDTH - clear / 2), end + gap - PHOTO_WIDTH);
  // The photo may end within the dark part of its window.
  const [least, most] = dir === 'rtl' ? [0, DARK] : [-DARK, 0];
  const left = Math.round(Math.max(least, Math.min(info.width - PHOTO_WIDTH + most, wanted)));
  const from = Math.max(0, left);
  const wide = Math.min(info.width, left + PHOTO_WIDTH) - from;
  const input = await sharp(data, { raw: { width: info.width, height, channels: info.channels } })
    .extract({ left: from, top: 0, width: wide, height })
    .raw()
    .toBuffer();
  return {
    input,
    raw: { width: wide, height, channels: info.channels },
    left: (dir === 'rtl' ? 0 : width - PHOTO_WIDTH) + from - left,
    top: 0,
  };
};

const WORDMARK = { height: 44, nameSize: 36, gap: 16 } as const;

/** The product's mark and name as in `Wordmark.astro`: left to right in every language. */
const wordmark = (measure: Drawing['measure'], dir: Direction): string => {
  const { height, nameSize, gap } = WORDMARK;
  // The mark is 29 by 20, or 30.5 by 21.5 with its stroke.
  const scale = height / 20;
  const nameStart = 29 * scale + gap;
  const wide = nameStart + measure(700, PRODUCT.name) * nameSize;
  return `
    <g transform="translate(${dir === 'rtl' ? PREVIEW_SIZE.width - MARGIN - wide : MARGIN} ${MARGIN - 4})">
      <g transform="scale(${scale}) translate(-1.5 -6)">
        <rect x="1.5" y="6" width="29" height="20" rx="5" fill="${colour('room-800')}" stroke="${colour('baize')}" stroke-width="1.5"/>
        <circle cx="11" cy="16" r="4.6" fill="${colour('ivory')}"/>
        <circle cx="21" cy="16" r="4.6" fill="${colour('ball-red')}"/>
      </g>
      ${textElement({ text: PRODUCT.name, family: FAMILY, weight: 700, size: nameSize, x: nameStart, y: 35, anchor: 'start', fill: colour('ivory') })}
    </g>`;
};

/** The layer that the six pictures of one reading direction share. */
const drawRoom = ({ draw, measure }: Drawing, dir: Direction): OverlayOptions =>
  draw(
    (dir === 'rtl' ? `<g transform="translate(${PREVIEW_SIZE.width}) scale(-1 1)">${room()}</g>` : room()) +
      wordmark(measure, dir),
  );

const BRASS = { width: 64, height: 6 } as const;

/** The headline, the line below it and the brass line above it, from the bottom of the picture upwards. */
const drawWords = (
  { draw, measure }: Drawing,
  headline: string,
  line: string,
  dir: Direction,
): OverlayOptions => {
  const { width, height } = PREVIEW_SIZE;
  const leading = LEADING[dir];
  const split = (weight: Weight, text: string, size: number, wide: number): readonly string[] => {
    const space = measure(weight, 'n n') - measure(weight, 'nn');
    // Measures word by word, because measuring is slow and the candidate lines share their words.
    const widthOf = (tried: string): number =>
      size * tried.split(' ').reduce((sum, word) => sum + space + measure(weight, word), -space);
    // Splits only at breaking spaces: French punctuation follows no-break spaces.
    return wrap(text.split(' '), widthOf, wide);
  };
  const element = (text: string, weight: Weight, size: number, y: number, fill: string): string =>
    textElement({
      text: directed(text, dir),
      family: FAMILY,
      weight,
      size,
      y,
      fill,
      ...(dir === 'rtl' ? { x: width - MARGIN, anchor: 'end' } : { x: MARGIN, anchor: 'start' }),
    });

  const captions = split(400, line, LINE_SIZE, LINE_WIDTH);
  const captionTop = height - MARGIN - (captions.length - 1) * LINE_SIZE * leading.line;
  const size =
    HEADLINES.find((choice) => {
      const tried = split(700, headline, choice.size, HEADLINE_WIDTH);
      return (
        tried.length <= choice.maxLines &&
        tried.every((text) => measure(700, text) * choice.size <= HEADLINE_WIDTH)
      );
    })?.size ?? SMALLEST_HEADLINE;
  const lines = split(700, headline, size, HEADLINE_WIDTH);
  const headlineTop = captionTop - LINE_SIZE * leading.gap - (lines.length - 1) * size * leading.headline;
  const brassTop = headlineTop - size * leading.rise - 26;
  const brassStart = dir === 'rtl' ? width - MARGIN - BRASS.width : MARGIN;
  return draw(
    `<rect x="${brassStart}" y="${brassTop}" width="${BRASS.width}" height="${BRASS.height}" rx="3" fill="${colour('brass')}"/>` +
      lines
        .map((text, index) =>
          element(text, 700, size, headlineTop + index * size * leading.headline, colour('ivory')),
        )
        .join('') +
      captions
        .map((text, index) =>
          element(text, 400, LINE_SIZE, captionTop + index * LINE_SIZE * leading.line, colour('ivory-dim')),
        )
        .join(''),
  );
};

let prepared: Promise<{ drawing: Drawing; rooms: Record<Direction, OverlayOptions> }> | undefined;

const drawPreview = async (page: PublicPage, locale: Locale): Promise<Buffer> => {
  prepared ??= prepareDrawing(PREVIEW_SIZE).then((drawing) => ({
    drawing,
    rooms: { ltr: drawRoom(drawing, 'ltr'), rtl: drawRoom(drawing, 'rtl') },
  }));
  const { drawing, rooms } = await prepared;
  const texts = textsOf(locale, page, 'meta');
  const { dir } = LOCALES[locale];
  return sharp({ create: { ...PREVIEW_SIZE, channels: 3, background: colour('room-900') } })
    .composite([
      await drawScene(SCENES[page], locale),
      rooms[dir],
      drawWords(drawing, headlineOf(texts[page]), texts.meta[page].preview, dir),
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true })
    .toBuffer();
};

const previews = new Map<string, Promise<Preview>>();

export interface Preview {
  /** Changes with the picture, so that it can be cached forever. */
  path: string;
  jpeg: Buffer;
}

/** The preview of a public page in a language; drawn once and cached. */
export const preview = (page: PublicPage, locale: Locale): Promise<Preview> => {
  const name = `${page}-${locale}`;
  const drawn =
    previews.get(name) ??
    drawPreview(page, locale).then((jpeg) => {
      const version = createHash('sha256').update(jpeg).digest('hex').slice(0, 10);
      return { path: `/preview/${name}-${version}.jpg`, jpeg };
    });
  previews.set(name, drawn);
  return drawn;
};
