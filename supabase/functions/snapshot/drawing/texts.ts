import ar from '../../../../i18n/ar/overlay.json' with { type: 'json' };
import en from '../../../../i18n/en/overlay.json' with { type: 'json' };
import fr from '../../../../i18n/fr/overlay.json' with { type: 'json' };
import type { Locale } from '../../../../src/i18n/locales.ts';

export type Texts = Readonly<typeof en>;

/** The texts in pictures. */
export const TEXTS: Readonly<Record<Locale, Texts>> = { en, fr, ar };
