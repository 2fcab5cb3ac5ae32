import arMatch from '../../../../i18n/ar/match.json' with { type: 'json' };
import arResult from '../../../../i18n/ar/result.json' with { type: 'json' };
import ar from '../../../../i18n/ar/overlay.json' with { type: 'json' };
import enMatch from '../../../../i18n/en/match.json' with { type: 'json' };
import enResult from '../../../../i18n/en/result.json' with { type: 'json' };
import en from '../../../../i18n/en/overlay.json' with { type: 'json' };
import frMatch from '../../../../i18n/fr/match.json' with { type: 'json' };
import frResult from '../../../../i18n/fr/result.json' with { type: 'json' };
import fr from '../../../../i18n/fr/overlay.json' with { type: 'json' };
import type { Locale } from '../../../../src/i18n/locales.ts';

export type Texts = Readonly<typeof en>;
type ResultTexts = Readonly<typeof enResult>;
export type Endings = Readonly<(typeof enMatch)['endings']>;

/** The texts in pictures. */
export const TEXTS: Readonly<Record<Locale, Texts>> = { en, fr, ar };
/** Those in pictures of results. */
export const RESULT_TEXTS: Readonly<Record<Locale, ResultTexts>> = {
  en: enResult,
  fr: frResult,
  ar: arResult,
};
/** How frames and racks ended. */
export const ENDING_TEXTS: Readonly<Record<Locale, Endings>> = {
  en: enMatch.endings,
  fr: frMatch.endings,
  ar: arMatch.endings,
};
