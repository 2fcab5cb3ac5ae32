import arMatch from '../../../../i18n/ar/match.json' with { type: 'json' };
import arResult from '../../../../i18n/ar/result.json' with { type: 'json' };
import ar from '../../../../i18n/ar/overlay.json' with { type: 'json' };
import enMatch from '../../../../i18n/en/match.json' with { type: 'json' };
import enResult from '../../../../i18n/en/result.json' with { type: 'json' };
import en from '../../../../i18n/en/overlay.json' with { type: 'json' };
import frMatch from '../../../../i18n/fr/match.json' with { type: 'json' };
import frResult from '../../../../i18n/fr/result.json' with { type: 'json' };
import fr from '../../../../i18n/fr/overlay.json' with { type: 'json' };
import { textsIn } from '../../../../src/i18n/files.ts';
import { inEachLanguage } from '../../../../src/i18n/locales.ts';
import type { Areas } from '../../../../src/i18n/texts.ts';

export type Endings = Areas['match']['endings'];

/** The texts in pictures. */
export const TEXTS = textsIn<'overlay'>({ en, fr, ar });
/** Those in pictures of results. */
export const RESULT_TEXTS = textsIn<'result'>({ en: enResult, fr: frResult, ar: arResult });
const MATCH_TEXTS = textsIn<'match'>({ en: enMatch, fr: frMatch, ar: arMatch });
/** How frames and racks ended. */
export const ENDING_TEXTS = inEachLanguage((locale): Endings => MATCH_TEXTS[locale].endings);
