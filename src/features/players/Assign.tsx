import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import { freeTables } from '../../core/room/queue.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Room } from '../room/room.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { tableName } from '../../kit/table-name.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly room: Room;
  /** The tournament that keeps its tables; null for none. */
  readonly $tournament: ReadableAtom<TournamentInRoom | null>;
  /** The player's name. */
  readonly name: string;
}

/** Assigns a player to a free table with one tap; asks which one if there are several. */
export const Assign = ({ texts, room, $tournament, name }: Props) => {
  const { list, pending, isReached } = useStore(room.$room, { ssr: 'initial' });
  const [asking, setAsking] = useState(false);
  const tournament = useStore($tournament, { ssr: 'initial' });
  const free = list ? freeTables(list, pending).filter(({ id }) => tournament?.tables.has(id) !== true) : [];
  const [only] = free.length === 1 ? free : [];
  const party = { name, name2: null, size: 2, wants: 'any', wantedId: null } as const;
  const assign = (tableId: string): void => {
    setAsking(false);
    void room.assign(party, tableId);
  };
  const add = (): void => {
    setAsking(false);
    void room.add(party);
  };
  return (
    <>
      <button
        className="button"
        type="button"
        aria-label={formatMessage(texts.room.assign.keyNamed, { name: isolated(name) })}
        aria-haspopup={only ? undefined : 'dialog'}
        disabled={!isReached}
        onClick={() => (only ? assign(only.id) : setAsking(true))}
      >
        {texts.room.assign.key}
      </button>
      {asking && (
        <Dialog
          title={texts.room.assign.title}
          close={texts.tables.close}
          small
          onClose={() => setAsking(false)}
        >
          {free.length === 0 && <p>{texts.room.assign.none}</p>}
          <div className="button-row">
            {free.length === 0 && (
              <button className="button" type="button" onClick={add}>
                {texts.room.assign.add}
              </button>
            )}
            {free.map((table) => (
              <button className="button" type="button" key={table.id} onClick={() => assign(table.id)}>
                <bdi translate="no">{tableName(table.title, texts)}</bdi>
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
};
