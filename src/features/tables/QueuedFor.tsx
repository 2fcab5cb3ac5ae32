import { useStore } from '@nanostores/react';
import { isQueued } from '../../core/room/list.ts';
import { formatCount } from '../../i18n/format.ts';
import type { Room } from '../room/room.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly room: Room;
  readonly tableId: string;
  /** Whether the table is about to be archived. */
  readonly isArchiving?: boolean;
}

/** How many parties are waiting for this table, and where they go when it is archived; nothing if there are none. */
export const QueuedFor = ({ texts, room, tableId, isArchiving = false }: Props) => {
  const { list } = useStore(room.$room, { ssr: 'initial' });
  const table = list?.tables.find(({ id }) => id === tableId);
  const count = list?.entries.filter((entry) => entry.wantedId === tableId && isQueued(entry)).length ?? 0;
  const { queued, queuedThen } = texts.room.settings;
  return (
    <p role="status">
      {table &&
        count > 0 &&
        [formatCount(queued, count, texts.locale), ...(isArchiving ? [queuedThen[table.kind]] : [])].join(
          ' ',
        )}
    </p>
  );
};
