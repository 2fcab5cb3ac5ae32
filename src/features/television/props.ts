import type { Look } from '../../core/overlay/look.ts';
import type { Size } from '../../core/overlay/layouts.ts';
import type { Zone } from '../../core/time/zone.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import type { Television } from './television.ts';

/** The props of every screen of a venue. */
export interface ScreenProps extends Pick<Television, 'tables' | 'time'> {
  readonly look: Look;
  readonly texts: TextsOf<'overlay' | 'television'>;
  readonly zone: Zone;
  /** In device pixels, not CSS pixels. */
  readonly screen: Size;
}
