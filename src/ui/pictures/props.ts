import type { VenueTexts } from '../desk/props.ts';
import type { ReadableAtom } from 'nanostores';
import type { Pictures, PicturesView } from '../../stores/match/pictures.ts';

export type ShownVenue = NonNullable<PicturesView['venue']>;
export type ShownTable = ShownVenue['tables'][number];

/** What every part of the screens of pictures is given. */
export interface PartProps {
  readonly texts: VenueTexts;
  readonly pictures: Pictures;
  readonly venue: ShownVenue;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A table's name, or what stands in the place of none. */
export const nameOf = ({ title, board }: Pick<ShownTable, 'title' | 'board'>): string =>
  title || board.toUpperCase();
