import type { Locale } from '../i18n/locales.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** The texts of a table's desk. */
export type DeskTexts = TextsOf<'dashboard' | 'match' | 'overlay' | 'pad'>;

/** The texts of an owner's page. */
export interface VenueTexts
  extends
    DeskTexts,
    TextsOf<
      | 'account'
      | 'air'
      | 'branding'
      | 'login'
      | 'machines'
      | 'network'
      | 'pictures'
      | 'players'
      | 'resultsReport'
      | 'results'
      | 'room'
      | 'tables'
      | 'televisions'
    > {
  /** Printed or shown in every language, regardless of the page's. */
  readonly inAll: Readonly<Record<Locale, TextsOf<'overlay' | 'sign'>>>;
}
