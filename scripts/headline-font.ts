import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Locale } from '../src/i18n/locales.ts';
import type { Areas } from '../src/i18n/texts.ts';
import { headlineOf, PUBLIC_PAGE_NAMES, type PublicPage } from '../src/seo/pages.ts';
import { root } from './run.ts';

/** One weight, all scripts. */
const SOURCE = 'node_modules/@expo-google-fonts/readex-pro/600SemiBold/ReadexPro_600SemiBold.ttf';

/** The OpenType features that join and space letters of both scripts. */
export const FEATURES = [
  'ccmp',
  'locl',
  'liga',
  'kern',
  'mark',
  'mkmk',
  'isol',
  'init',
  'medi',
  'fina',
  'rlig',
  'calt',
  'curs',
];

const NUMBERS = '0123456789:–';

const areaOf = <Page extends PublicPage>(locale: Locale, page: Page): Areas[Page] =>
  JSON.parse(readFileSync(join(root, `i18n/${locale}/${page}.json`), 'utf8')) as Areas[Page];

/**
 * The characters that a phone's first page shows in the typeface: those of a language's headlines, scores and clocks.
 */
export const headlineFont = (locale: Locale): Promise<Uint8Array> => {
  const headlines = PUBLIC_PAGE_NAMES.map((page) => headlineOf(areaOf(locale, page))).join('');
  return subsetFont(readFileSync(join(root, SOURCE)), headlines + NUMBERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
  });
};
