import { memo } from 'react';
import type { PartyEntry, Op, RoomTable } from '../../core/room/list.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';
import { partyName } from './words.ts';

interface Props extends Pick<PartProps, 'room' | 'texts' | 'disabled' | 'open'> {
  readonly entry: PartyEntry;
  /** The party's number in the queue. */
  readonly number: number;
  /** The table it has been called to, is being called to, or could be called to. */
  readonly table: RoomTable | null;
  /** The table or kind it waits for, as text. */
  readonly wish: string;
  /** Whether it waits for a table that is out of use. */
  readonly isClosed: boolean;
  /** How many parties queue for the same tables before it; 0 if that isn't shown. */
  readonly before: number;
  /** How many minutes it has been waiting. */
  readonly waited: number;
  /** How many minutes ago it was called; null if it wasn't. */
  readonly called: number | null;
  /** Whether the called party is overdue, and may be a no-show. */
  readonly isLate: boolean;
  readonly isFirst: boolean;
  /** Its unanswered change, as text; null for none. */
  readonly pending: string | null;
}

/** The action of the line's key. */
const keyOf = ({ room, texts, entry, table }: Props) => {
  const { state } = entry;
  if (state === 'away' || state === 'missed') {
    return { text: texts.room.keys.back, press: () => void room.change(entry, { kind: 'back' }) };
  }
  if (!table) return null;
  const { id, title } = table;
  return state === 'called'
    ? { text: texts.room.keys.start, press: () => void room.start(entry, id) }
    : {
        text: formatMessage(texts.room.keys.callTo, { table: isolated(tableName(title, texts)) }),
        press: () => void room.change(entry, { kind: 'call', tableId: id }),
      };
};

/** What has happened to a party, or why it can't be called; null while it is just waiting. */
const stateOf = ({
  texts,
  entry: { state },
  table,
  called,
  wish,
  isClosed,
  pending,
}: Props): string | null => {
  if (pending !== null) return pending;
  if (state === 'waiting' && isClosed) return formatMessage(texts.room.states.wantsOut, { table: wish });
  if (state === 'away' || state === 'missed') return texts.room.states[state];
  if (state !== 'called') return null;
  const where = isolated(tableName(table?.title ?? '', texts));
  return [
    formatMessage(texts.room.states.called, { table: where }),
    ...(called === null ? [] : [formatCount(texts.room.counts.minutes, called, texts.locale)]),
  ].join(' · ');
};

/**
 * A party in the queue, with its most likely next action. A list may have 200 parties, so a line has few elements and
 * renders only when something on it changes.
 */
export const PartyLine = memo((props: Props) => {
  const { room, texts, disabled, open, entry, number, wish, before, waited, isLate, isFirst } = props;
  const { locale } = texts;
  const busy = props.pending !== null;
  const key = keyOf(props);
  const state = stateOf(props);
  return (
    <li className={`room__line room__line--${isLate ? 'late' : entry.state}`} aria-busy={busy}>
      <span className="room__number">{number}</span>
      <div className="room__words">
        <button
          className="room__name room__open"
          type="button"
          translate="no"
          aria-haspopup="dialog"
          onClick={() => open(entry)}
        >
          {partyName(entry, texts)}
        </button>
        <p className="room__details">
          {[
            formatCount(texts.room.counts.people, entry.size, locale),
            wish,
            ...(before > 0 ? [formatCount(texts.room.counts.before, before, locale)] : []),
          ].join(' · ')}
        </p>
        {state !== null && <p className="room__state">{state}</p>}
      </div>
      <p className="room__minutes">{formatCount(texts.room.counts.minutes, waited, locale)}</p>
      {(key ?? isLate) && (
        <div className="room__keys">
          {key && (
            <button
              className={`button ${isFirst ? 'button--primary' : ''}`}
              type="button"
              disabled={disabled}
              aria-disabled={busy}
              onClick={busy ? undefined : key.press}
            >
              {key.text}
            </button>
          )}
          {isLate && (
            <button
              className="button"
              type="button"
              disabled={disabled}
              aria-disabled={busy}
              onClick={busy ? undefined : () => void room.change(entry, { kind: 'missed' })}
            >
              {texts.room.keys.missedAsk}
            </button>
          )}
        </div>
      )}
    </li>
  );
});

interface AddedProps extends Pick<Props, 'texts' | 'number' | 'wish' | 'pending'> {
  readonly op: Extract<Op, { readonly kind: 'add' }>;
}

/** A party that is being added to the queue, as its op has it. */
export const AddedLine = ({ op, texts, number, wish, pending }: AddedProps) => (
  <li className="room__line" aria-busy>
    <span className="room__number">{number}</span>
    <div className="room__words">
      <p className="room__name" translate="no">
        {partyName(op, texts)}
      </p>
      <p className="room__details">
        {[formatCount(texts.room.counts.people, op.size, texts.locale), wish].join(' · ')}
      </p>
      <p className="room__state">{pending}</p>
    </div>
  </li>
);
