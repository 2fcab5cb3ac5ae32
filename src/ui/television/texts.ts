import { LOCALES, LOCALE_NAMES, type Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { layoutTexts, type LayoutTexts } from '../board/texts.ts';

/** What a television says, from `tv.json`. */
const TELEVISION_TEXTS = ['pair', 'scan', 'enter', 'qr', 'code', 'waiting', 'stale', 'noTables'] as const;

export interface TelevisionTexts extends Readonly<Record<(typeof TELEVISION_TEXTS)[number], string>> {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly layout: LayoutTexts;
}

/** What a television says in every language: nobody has chosen one before it is paired. */
export type AllTelevisionTexts = Readonly<Record<Locale, TelevisionTexts>>;

/** The texts of a television, for its island's props. */
export const televisionTexts = (inLanguage: (locale: Locale) => Translate): AllTelevisionTexts => {
  const textsIn = (locale: Locale): TelevisionTexts => {
    const t = inLanguage(locale);
    const { lang, dir } = LOCALES[locale];
    return { ...t.pick('tv', TELEVISION_TEXTS), lang, dir, layout: layoutTexts(t, locale) };
  };
  return Object.fromEntries(LOCALE_NAMES.map((name) => [name, textsIn(name)])) as AllTelevisionTexts;
};
