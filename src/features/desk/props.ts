import type { TableDesk } from './table-desk.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';

/** The props of every part of a table's desk. */
export interface PartProps {
  readonly desk: Omit<TableDesk, 'follow' | 'isSettled' | 'wake'>;
  readonly texts: DeskTexts;
}
