import type { PartyEntry, WaitingList } from '../../core/room/list.ts';
import type { Pending } from '../../core/room/queue.ts';
import type { Room } from './room.ts';
import type { RoomTexts } from '../../kit/venue-texts.ts';

/** The props of the room's parts. */
export interface PartProps {
  readonly room: Room;
  readonly list: WaitingList;
  readonly pending: Pending;
  readonly texts: RoomTexts;
  /** Server time, to within ten seconds. */
  readonly nowMillis: number;
  /** Whether changes are disabled, because the server doesn't answer. */
  readonly disabled: boolean;
  /** The ids of the tables that a tournament has: guests aren't offered them. */
  readonly reserved: ReadonlySet<string>;
  /** Opens a party's sheet. */
  readonly open: (entry: PartyEntry) => void;
}

/** A tournament that has tables in the room. */
export interface TournamentInRoom {
  readonly id: string;
  readonly title: string;
  /** The ids of its tables. */
  readonly tables: ReadonlySet<string>;
  /** How many of its matches wait to be called. */
  readonly ready: number;
}
