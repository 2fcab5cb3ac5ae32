import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';

/** What layouts say, from `overlay.json`. */
const LAYOUT_TEXTS = [
  'raceTo',
  'clock',
  'bestOf',
  'frame',
  'break',
  'breaks',
  'fouls',
  'freeBall',
  'frameBall',
  'respotted',
  'required',
  'frameWon',
  'matchWon',
  'hillHill',
  'over',
  'shotClock',
  'rack',
  'lead',
  'behind',
  'level',
  'left',
  'highBreak',
] as const;

/** The labels of a layout, and the language they are in: it may be another than the page's. */
export interface LayoutTexts extends Readonly<Record<(typeof LAYOUT_TEXTS)[number], string>> {
  readonly locale: Locale;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

export const layoutTexts = ({ pick }: Translate, locale: Locale): LayoutTexts => {
  const { lang, dir } = LOCALES[locale];
  return { ...pick('overlay', LAYOUT_TEXTS), locale, lang, dir };
};
