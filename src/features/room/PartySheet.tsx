import { isGuest, isQueued, type Change, type PartyEntry, type RoomTable } from '../../core/room/list.ts';
import { isMatchOn, isOccupied, isOfPlayers, isOpenTo } from '../../core/room/table-state.ts';
import { fits } from '../../core/room/queue.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';
import { opText, partyName, titleOf } from './words.ts';

type Changed = Exclude<Change, { kind: 'add' }>;

interface Props extends PartProps {
  readonly entry: PartyEntry;
  /** A change to this party is on its way. */
  readonly busy: boolean;
  /** Null if it can't be edited. */
  readonly onEdit: (() => void) | null;
  readonly onClose: () => void;
}

/** The tables that a party could be sent to: first the free ones that suit it, then the others, free ones first. */
const openTables = ({ list, pending, entry, reserved }: Props) => {
  const { state, tableId } = entry;
  const kind = list.tables.find(({ id }) => id === tableId)?.kind;
  const isTheirs = ({ called }: RoomTable): boolean => called?.entry === entry.id;
  /** A tournament's pairs play at its tables, and guests at the others. */
  const isFor = ({ id }: RoomTable): boolean => reserved.has(id) === !isGuest(entry);
  // A party that is playing keeps its game.
  const suits = (table: RoomTable): boolean =>
    isTheirs(table) ||
    (!isOccupied(table) && isFor(table) && (state === 'playing' ? table.kind === kind : fits(entry, table)));
  const first = (is: (table: RoomTable) => boolean) => (one: RoomTable, other: RoomTable) =>
    Number(is(other)) - Number(is(one));
  const open = list.tables.filter((table) => isOpenTo(table, entry.id) && !pending.tables.has(table.id));
  return {
    suitable: open.filter(suits).sort(first(isTheirs)),
    others: open.filter((table) => !suits(table)).sort(first((table) => !isOccupied(table))),
  };
};

/** The changes that need no table. */
type Plain = 'away' | 'missed' | 'uncall' | 'back' | 'leave' | 'free';

/** The changes that a party's state allows. */
const changesOf = ({ state, ...entry }: PartyEntry): readonly Plain[] => {
  switch (state) {
    case 'waiting':
      return ['away', 'leave'];
    case 'called':
      // A tournament's pair has no place in the list to go back to.
      return isGuest(entry) ? ['missed', 'uncall', 'leave'] : ['missed', 'leave'];
    case 'away':
    case 'missed':
      return ['back', 'leave'];
    case 'playing':
      return ['free'];
    default:
      return [];
  }
};

/**
 * A queued party's position, and the parties it can be moved before to go earlier or later; undefined if it can't move.
 */
const placesOf = ({ list, entry }: Props) => {
  const queue = list.entries.filter(isQueued);
  const index = queue.indexOf(entry);
  return {
    place: index + 1,
    count: queue.length,
    earlier: index > 0 ? queue[index - 1]?.id : undefined,
    later: index < queue.length - 1 ? (queue[index + 2]?.id ?? null) : undefined,
  };
};

interface TargetsProps extends Props {
  readonly tables: readonly RoomTable[];
  readonly change: (changed: Changed) => void;
}

/** Tables, each with a key that sends the party there. */
const Targets = ({ room, list, texts, disabled, entry, busy, onClose, tables, change }: TargetsProps) => (
  <ul className="room__targets">
    {tables.map((table) => {
      const isOn = isOccupied(table);
      return (
        <li className={`room__target ${isOn ? 'room__target--on' : ''}`} key={table.id}>
          <p className="room__words">
            <bdi translate="no" className="strong">
              {tableName(table.title, texts)}
            </bdi>
            <span className="room__kind">
              {[texts.room.wants[table.kind], ...(isOn ? [texts.room.states.on] : [])].join(' · ')}
            </span>
          </p>
          <div className="room__keys">
            {(entry.state === 'playing' ? (['move'] as const) : (['call', 'start'] as const)).map((kind) => (
              <button
                key={kind}
                className={`button ${isOn ? 'button--quiet' : ''}`}
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
      );
    })}
  </ul>
);

/** All actions for a party; those that need no table come first. */
export const PartySheet = (props: Props) => {
  const { room, list, texts, disabled, entry, busy, onEdit, onClose } = props;
  const { state, tableId } = entry;
  const change = (changed: Changed, stays = false): void => {
    if (busy) return;
    void room.change(entry, changed);
    if (!stays) onClose();
  };
  const isWaiting = state === 'waiting' || state === 'called';
  const { suitable, others } = openTables(props);
  /** The table that keeps the party’s match in progress when the party moves. */
  const left =
    state === 'playing' &&
    list.tables.find((table) => table.id === tableId && isMatchOn(table) && isOfPlayers(table));
  const { place, count, earlier, later } = placesOf(props);
  const mover = (text: string, next: string | null | undefined) => (
    <button
      className="button"
      type="button"
      disabled={disabled}
      aria-disabled={busy || next === undefined}
      onClick={() => {
        if (next !== undefined) change({ kind: 'place', next }, true);
      }}
    >
      {text}
    </button>
  );
  return (
    <Dialog
      title={<span translate="no">{partyName(entry, texts)}</span>}
      close={texts.tables.close}
      small
      onClose={onClose}
    >
      <div className="room__changes">
        {changesOf(entry).map((kind) => (
          <button
            key={kind}
            className="button"
            type="button"
            disabled={disabled}
            aria-disabled={busy}
            onClick={() => change({ kind })}
          >
            {opText(kind, entry, texts)}
          </button>
        ))}
        {onEdit && (
          <button
            className="button"
            type="button"
            disabled={disabled}
            aria-disabled={busy}
            onClick={busy ? undefined : onEdit}
          >
            {texts.room.ops.edit}
          </button>
        )}
      </div>
      {isQueued(entry) && isGuest(entry) && (
        <div className="room__place">
          {mover(texts.room.keys.earlier, earlier)}
          <p role="status">
            {formatMessage(texts.room.sheet.place, {
              place: isolated(`${place}`),
              count: isolated(`${count}`),
            })}
          </p>
          {mover(texts.room.keys.later, later)}
        </div>
      )}
      {(isWaiting || (state === 'playing' && suitable.length + others.length > 0)) && (
        <section className="room__part">
          <h3 className="subheading">{isWaiting ? texts.room.tables : texts.room.sheet.moveTo}</h3>
          {left && (
            <p className="field__hint">
              {formatMessage(texts.room.sheet.stays, { table: titleOf(list, left.id, texts) })}
            </p>
          )}
          {suitable.length === 0 && <p className="field__hint">{texts.room.sheet.none}</p>}
          <Targets {...props} tables={suitable} change={change} />
          {others.length > 0 && (
            <details className="fold">
              <summary>{texts.room.sheet.others}</summary>
              <Targets {...props} tables={others} change={change} />
            </details>
          )}
        </section>
      )}
    </Dialog>
  );
};
