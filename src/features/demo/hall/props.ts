import type { TextsOf } from '../../../i18n/texts.ts';
import type { RoomTexts } from '../../../kit/venue-texts.ts';
import type { ScreenTexts } from '../../television/props.ts';
import type { Hall, HallNames } from './hall.ts';

export interface HallProps {
  readonly names: HallNames;
  readonly texts: TextsOf<'hall'> & RoomTexts & ScreenTexts;
}

/** The props of each of its screens. */
export interface HallPartProps extends Pick<HallProps, 'texts'> {
  readonly hall: Hall;
}
