import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { Room } from '../room/room.ts';
import type { DressingView, VenueDresser } from './dressing.ts';

export type ShownDressing = NonNullable<DressingView['dressing']>;
export type ShownPlayer = ShownDressing['players'][number];
export type ShownSponsor = ShownDressing['sponsors'][number];

/** The common props of the players and sponsors screens. */
export interface PartProps {
  readonly texts: VenueTexts;
  readonly dresser: VenueDresser;
  readonly dressing: ShownDressing;
  readonly room: Room;
}
