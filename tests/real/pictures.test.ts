import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';
import { SCREENS, takeScreens, type Screens } from '../../studio/screens.ts';
import { masterOf } from '../../studio/variants.ts';

/** The screens that the site shows, compared with what the built product draws today. */

/** A picture this small shows the layout, the colours and the words' shapes, and no letter's edges. */
const WIDTH = 240;
/** The most that a channel of a pixel differs, of 255: a JPEG's noise is below it. */
const NOISE = 40;
/** The most pixels that differ by more, such as a clock's digits. */
const MOST_OTHER = 0.004;

let taken: ReadonlyMap<Locale, Screens>;

beforeAll(async () => {
  taken = await takeScreens(LOCALE_NAMES);
});

const pixels = (picture: string | Buffer): Promise<Buffer> =>
  sharp(picture).removeAlpha().resize(WIDTH).raw().toBuffer();

/** How much of one picture differs from another. */
const difference = async (one: string | Buffer, other: string | Buffer): Promise<number> => {
  const [first, second] = await Promise.all([pixels(one), pixels(other)]);
  if (first.length !== second.length) return 1;
  return first.filter((value, index) => Math.abs(value - (second[index] ?? 0)) > NOISE).length / first.length;
};

test.each(LOCALE_NAMES.flatMap((locale) => SCREENS.map((name) => ({ locale, name }))))(
  '$name in $locale is what the product shows',
  async ({ locale, name }) => {
    const now = taken.get(locale)?.[name];
    expect(now && (await difference(masterOf(name, locale), now))).toBeLessThan(MOST_OTHER);
  },
);

test('another language is another picture', async () => {
  const now = taken.get('ar')?.tables;
  expect(now && (await difference(masterOf('tables', 'en'), now))).toBeGreaterThan(MOST_OTHER);
});
