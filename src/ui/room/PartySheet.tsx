import { isQueued, type Change, type Entry, type RoomTable } from '../../core/waiting/list.ts';
import { calledTo, fits, isOccupied, playingAt } from '../../core/waiting/queue.ts';
import { Dialog } from '../Dialog.tsx';
import { tableName } from '../tables/table-name.ts';
import type { PartProps } from './props.ts';
import { partyName, titleOf } from './words.ts';

type Changed = Exclude<Change, { kind: 'add' }>;

interface Props extends PartProps {
  readonly entry: Entry;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The tables where somebody could go, those that fit and are free first. */
const openTables = ({ list, entry }: Props): readonly RoomTable[] => {
  const rank = (table: RoomTable): number => (fits(entry, table) ? 0 : 1) + (isOccupied(list, table) ? 2 : 0);
  return list.tables
    .filter((table) => {
      const called = calledTo(list, table.id);
      return !table.outOfUse && playingAt(list, table.id) === null && (called === null || called === entry);
    })
    .sort((one, other) => rank(one) - rank(other));
};

/** The changes that need nothing but the party. */
type Plain = 'away' | 'missed' | 'uncall' | 'back' | 'leave' | 'free';

/** What may happen to a party, by its state. */
const changesOf = ({ state }: Entry): readonly Plain[] => {
  switch (state) {
    case 'waiting':
      return ['away', 'leave'];
    case 'called':
      return ['missed', 'uncall', 'leave'];
    case 'away':
    case 'missed':
      return ['back', 'leave'];
    case 'playing':
      return ['free'];
    default:
      return [];
  }
};

/** The parties that a queued one can be moved before: earlier, later; undefined where it can't. */
const placesOf = ({ list, entry }: Props) => {
  const queue = list.entries.filter(isQueued);
  const index = queue.indexOf(entry);
  return {
    earlier: index > 0 ? queue[index - 1]?.id : undefined,
    later: index < queue.length - 1 ? (queue[index + 2]?.id ?? null) : undefined,
  };
};

/** Everything that can be done with a party. */
export const PartySheet = (props: Props) => {
  const { room, list, texts, disabled, entry, busy, onEdit, onClose } = props;
  const { state } = entry;
  const change = (changed: Changed, stays = false): void => {
    if (busy) return;
    void room.change(entry, changed);
    if (!stays) onClose();
  };
  const isWaiting = state === 'waiting' || state === 'called';
  const tables = isWaiting || state === 'playing' ? openTables(props) : [];
  const { earlier, later } = placesOf(props);
  const move = (next: string | null | undefined) => () => {
    if (next !== undefined) change({ kind: 'place', next }, true);
  };
  return (
    <Dialog title={<bdi>{partyName(entry, texts)}</bdi>} close={texts.tables.close} small onClose={onClose}>
      {(isWaiting || tables.length > 0) && (
        <section className="room__part">
          <h3 className="tables__heading">{isWaiting ? texts.room.tables : texts.room.sheet.moveTo}</h3>
          {tables.length === 0 && <p className="field__hint">{texts.room.sheet.none}</p>}
          <ul className="room__targets">
            {tables.map((table) => (
              <li className="room__target" key={table.id}>
                <p className="room__words">
                  <bdi className="tables__strong">{tableName(table.title, texts)}</bdi>
                  {isOccupied(list, table) && <span className="room__kind">{texts.room.states.on}</span>}
                </p>
                <div className="room__keys">
                  {(isWaiting ? (['call', 'start'] as const) : (['move'] as const)).map((kind) => (
                    <button
                      key={kind}
                      className="button"
                      type="button"
                      disabled={disabled}
                      aria-disabled={busy}
                      aria-label={`${texts.room.ops[kind]} · ${titleOf(list, table.id, texts)}`}
                      onClick={() => {
                        if (kind !== 'start') change({ kind, tableId: table.id });
                        else if (!busy) {
                          void room.start(entry, table.id);
                          onClose();
                        }
                      }}
                    >
                      {texts.room.ops[kind]}
                    </button>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="button-row room__part">
        {changesOf(entry).map((kind) => (
          <button
            key={kind}
            className="button"
            type="button"
            disabled={disabled}
            aria-disabled={busy}
            onClick={() => change({ kind })}
          >
            {texts.room.ops[kind]}
          </button>
        ))}
        <button
          className="button"
          type="button"
          disabled={disabled}
          aria-disabled={busy}
          onClick={busy ? undefined : onEdit}
        >
          {texts.room.ops.edit}
        </button>
        {isQueued(entry) && (
          <>
            <button
              className="button"
              type="button"
              disabled={disabled}
              aria-disabled={busy || earlier === undefined}
              onClick={move(earlier)}
            >
              {texts.room.keys.earlier}
            </button>
            <button
              className="button"
              type="button"
              disabled={disabled}
              aria-disabled={busy || later === undefined}
              onClick={move(later)}
            >
              {texts.room.keys.later}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
};
