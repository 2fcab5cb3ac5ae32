import type { TableDesk } from '../../stores/match/table-desk.ts';
import type { DeskTexts } from './texts.ts';

/** What every part of a table's desk is given. */
export interface PartProps {
  readonly desk: Omit<TableDesk, 'follow'>;
  readonly texts: DeskTexts;
}
