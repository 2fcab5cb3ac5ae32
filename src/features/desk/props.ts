import type { TableDesk } from './table-desk.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';

/** What every part of a table's desk is given. */
export interface PartProps {
  readonly desk: Omit<TableDesk, 'follow' | 'isSettled' | 'wake'>;
  readonly texts: DeskTexts;
}
