import type { Locale } from '../../src/i18n/locales.ts';
import { RESULT_TEXTS } from '../../supabase/functions/_shared/texts.ts';
import { EVENING, type Screens } from '../screens.ts';
import { ballPaintSvg, friezeSvg, PRINTS, zelligeSvg } from './art.ts';
import type { Page } from './document.ts';
import { phoneHtml, streamHtml } from './screens.ts';

/** The textures that don't depend on a language, for balls and walls; Blender loads them as `<name>.png`. */
export const textures = (): Page[] => [
  { name: 'zellige', size: [1024, 1024], body: zelligeSvg() },
  { name: 'frieze', size: [512, 512], body: friezeSvg() },
  ...PRINTS.map((body, index) => ({ name: `print${index}`, size: [600, 800] as const, body })),
  ...Array.from({ length: 16 }, (_, number) => ({
    name: `ball${number}`,
    size: [2048, 1024] as const,
    body: ballPaintSvg(number),
  })),
];

/** The phone with the pad on it, 1080 × 2340 pixels. */
export const phone = ({ pad }: Screens): Page => ({
  name: 'phone',
  size: [1080, 2340],
  body: `<div style="font-size:30px">${phoneHtml(pad, EVENING)}</div>`,
});

/** The graphics broadcast software puts over the stream: the overlay and the live badge. */
export const streamGraphics = ({ bar }: Screens, locale: Locale): Page => ({
  name: 'stream',
  size: [1600, 900],
  transparent: true,
  body: streamHtml(bar, RESULT_TEXTS[locale].states.live),
});
