import type { TableDesk } from '../../stores/match/table-desk.ts';
import type { DeskTexts } from '../venue-texts.ts';

/** What every part of a table's desk is given. */
export interface PartProps {
  readonly desk: Omit<TableDesk, 'follow' | 'isSettled' | 'wake'>;
  readonly texts: DeskTexts;
}
