import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { ReadableAtom } from 'nanostores';
import type { Locale } from '../../i18n/locales.ts';
import type { TablesView } from '../tables/tables.ts';
import type { Televisions, TelevisionsView } from './televisions.ts';

export type Television = NonNullable<TelevisionsView['televisions']>[number];

/** What is chosen of one. */
export type Setting = Parameters<Televisions['change']>[1];

/** What every part of the screen of televisions is given. */
export interface PartProps {
  readonly texts: VenueTexts;
  /** The page's language. */
  readonly locale: Locale;
  readonly televisions: Televisions;
  /** Archived ones too, in the owner's order. */
  readonly tables: NonNullable<TablesView['tables']>;
  readonly $serverMillis: ReadableAtom<number>;
}
