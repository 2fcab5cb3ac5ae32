import type { Look } from '../../core/overlay/look.ts';
import type { Size } from '../../core/overlay/layouts.ts';
import type { Zone } from '../../core/time/zone.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MatchTexts, TextsOf } from '../../i18n/texts.ts';
import type { Television } from './television.ts';

/** The texts of every screen of a venue. */
export type ScreenTexts = TextsOf<'overlay' | 'sign' | 'television' | 'tournament'> & MatchTexts<'games'>;

/** The props of a television's page. */
export interface TelevisionProps {
  /** The page's language, used until a look is chosen. */
  readonly locale: Locale;
  readonly texts: Readonly<Record<Locale, TextsOf<'network'> & ScreenTexts>>;
  /** The path of the owner's page. */
  readonly deskPath: string;
}

/** The props of every screen of a venue. */
export interface ScreenProps extends Pick<Television, 'tables' | 'time'> {
  readonly look: Look;
  readonly texts: ScreenTexts;
  readonly zone: Zone;
  /** In device pixels, not CSS pixels. */
  readonly screen: Size;
}
