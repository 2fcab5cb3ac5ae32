import type { DressingView, VenueDresser } from '../../stores/match/dressing.ts';
import type { TablesTexts } from '../tables/texts.ts';
import type { DressingTexts } from './texts.ts';

export type ShownDressing = NonNullable<DressingView['dressing']>;
export type ShownPlayer = ShownDressing['players'][number];
export type ShownSponsor = ShownDressing['sponsors'][number];

/** What every part of the screens of players and sponsors is given. */
export interface PartProps {
  readonly texts: DressingTexts;
  /** What is said of tables everywhere. */
  readonly common: TablesTexts;
  readonly dresser: VenueDresser;
  readonly dressing: ShownDressing;
}
