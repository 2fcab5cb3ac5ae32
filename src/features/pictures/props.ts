import { screenTitle } from '../../core/branding/branding.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { ReadableAtom } from 'nanostores';
import type { Pictures, PicturesView } from './pictures.ts';

export type ShownVenue = NonNullable<PicturesView['venue']>;
export type ShownTable = ShownVenue['tables'][number];

/** The common props of the pictures screens. */
export interface PartProps {
  readonly texts: ScreenTexts;
  readonly pictures: Pictures;
  readonly venue: ShownVenue;
  readonly $serverMillis: ReadableAtom<number>;
}

/** A table's name, or a fallback if it has none. */
export const nameOf = (
  { title, board }: Pick<ShownTable, 'title' | 'board'>,
  { overlay }: ScreenTexts,
): string => screenTitle(title, overlay.numberedTable) || board.toUpperCase();
