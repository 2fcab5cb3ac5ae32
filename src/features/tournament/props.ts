import type { ReadableAtom } from 'nanostores';
import type { Table } from '../../backend/contract.ts';
import type { WaitingList } from '../../core/room/list.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { Room, RoomView } from '../room/room.ts';
import type { Evening } from './evening.ts';
import type { Tournaments } from './tournament.ts';

/** The props of the parts of a tournament's desk. */
export interface PartProps {
  readonly tournaments: Tournaments;
  readonly room: Room;
  readonly evening: Evening;
  readonly texts: ScreenTexts;
  /** Whether facts are on their way. */
  readonly isSending: boolean;
}

/** The props of the parts of a drawn tournament's desk. */
export interface TonightProps extends PartProps {
  readonly view: RoomView;
  readonly list: WaitingList;
  /** Server time, to within ten seconds. */
  readonly nowMillis: number;
}

/** The venue's tables, with their boards. */
export interface Boards {
  readonly $tables: ReadableAtom<{ readonly tables: readonly Table[] | null }>;
  readonly $serverMillis: ReadableAtom<number>;
}
