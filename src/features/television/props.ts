import type { Look } from '../../core/overlay/look.ts';
import type { Size } from '../../core/overlay/layouts.ts';
import type { Zone } from '../../core/time/zone.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Television } from './television.ts';

/** What every screen of a venue is given. */
export interface ScreenProps extends Pick<Television, 'tables' | 'time'> {
  readonly look: Look;
  readonly texts: TextsOf<'overlay' | 'television'>;
  readonly zone: Zone;
  /** In pixels of the screen, not of CSS. */
  readonly screen: Size;
}
