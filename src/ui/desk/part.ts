import type { Desk } from '../../stores/match/desk.ts';
import type { DeskTexts } from './texts.ts';

/** What every part of the desk is given. */
export interface PartProps {
  readonly desk: Desk;
  readonly texts: DeskTexts;
}
