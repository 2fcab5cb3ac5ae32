import type { Locale } from '../i18n/locales.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** What a table's desk says. */
export type DeskTexts = TextsOf<'dashboard' | 'match' | 'overlay' | 'pad'>;

/** What an owner's page says. */
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
  /** What is printed or shown in every language, whatever the page's is. */
  readonly inAll: Readonly<Record<Locale, TextsOf<'overlay' | 'sign'>>>;
}
