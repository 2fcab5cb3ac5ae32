import type { Entry, WaitingList } from '../../core/room/list.ts';
import type { Room } from './room.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

/** What the parts of the room are given. */
export interface PartProps {
  readonly room: Room;
  readonly list: WaitingList;
  readonly texts: VenueTexts;
  /** Server time, to within ten seconds. */
  readonly nowMillis: number;
  /** Nothing can be changed: the server doesn't answer. */
  readonly disabled: boolean;
  /** Opens what can be done with a party. */
  readonly open: (entry: Entry) => void;
}
