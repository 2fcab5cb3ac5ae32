import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { ReadableAtom } from 'nanostores';
import type { Locale } from '../../i18n/locales.ts';
import type { TablesView } from '../tables/tables.ts';
import type { Televisions, TelevisionsView } from './televisions.ts';

export type Television = NonNullable<TelevisionsView['televisions']>[number];

/** A television's setting. */
export type Setting = Parameters<Televisions['change']>[1];

/** The props of every part of the televisions screen. */
export interface PartProps {
  readonly texts: VenueTexts;
  /** The page's language. */
  readonly locale: Locale;
  readonly televisions: Televisions;
  /** Includes archived ones, in the owner's order. */
  readonly tables: NonNullable<TablesView['tables']>;
  readonly $serverMillis: ReadableAtom<number>;
}
