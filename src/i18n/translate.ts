import i18next from 'i18next';
import { differences } from './differences.ts';
import { FILLED } from './filled.ts';
import { DEFAULT_LOCALE, type Locale } from './locales.ts';
import type { Area, Areas, TextsOf } from './texts.ts';
import { unbroken } from './unbroken.ts';

const UNBROKEN = 'unbroken';
i18next.use({ type: 'postProcessor', name: UNBROKEN, process: unbroken });

const areaOf = <Name extends Area>(locale: Locale, area: Name, options: object): Areas[Name] => {
  const own: unknown = i18next.getResourceBundle(locale, area);
  const wrong = differences(i18next.getResourceBundle(DEFAULT_LOCALE, area), own, locale);
  if (wrong.length > 0) throw new Error(`i18n/${locale}/${area}.json: ${wrong.join('; ')}`);
  // Never i18next's global language, because pages of several languages render at the same time.
  const translate = i18next.getFixedT(locale, area);
  return Object.fromEntries(
    Object.keys(own as Areas[Name]).map((key) => [
      key,
      translate(key, { ...FILLED, ...options, returnObjects: true }),
    ]),
  ) as unknown as Areas[Name];
};

const readAreas = <Name extends Area>(locale: Locale, areas: readonly Name[], options: object = {}) =>
  ({
    locale,
    ...Object.fromEntries(areas.map((area) => [area, areaOf(locale, area, options)])),
  }) as unknown as TextsOf<Name>;

/**
 * The texts of some areas as shown on a page or passed to its islands. Runs while pages are rendered. Throws if a
 * language differs from the English file in its keys, placeholders or plural forms.
 */
export const textsOf = <Name extends Area>(locale: Locale, ...areas: readonly Name[]): TextsOf<Name> =>
  readAreas(locale, areas, { postProcess: UNBROKEN });

/** The texts as written, for consumers that compare them, such as search engines. */
export const writtenTextsOf = <Name extends Area>(locale: Locale, ...areas: readonly Name[]): TextsOf<Name> =>
  readAreas(locale, areas);
