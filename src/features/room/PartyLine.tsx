import { memo } from 'react';
import type { Entry, RoomTable } from '../../core/room/list.ts';
import { isolated } from '../../i18n/isolated.ts';
import { say, sayCount } from '../../i18n/say.ts';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';
import { partyName } from './words.ts';

interface Props extends Pick<PartProps, 'room' | 'texts' | 'disabled' | 'open'> {
  readonly entry: Entry;
  /** Its number in the queue. */
  readonly number: number;
  /** The table that it is called to, or the free one that it is offered. */
  readonly table: RoomTable | null;
  /** What it waits for, in words. */
  readonly wish: string;
  /** It waits for a table that is out of use. */
  readonly isClosed: boolean;
  /** How many queue for the same before it; 0 where that isn't said. */
  readonly before: number;
  /** For how many minutes it has waited. */
  readonly waited: number;
  /** For how many minutes it has been called; null if it isn't. */
  readonly called: number | null;
  /** Whoever was called may have missed it. */
  readonly isLate: boolean;
  readonly isFirst: boolean;
  /** A change is on its way. */
  readonly busy: boolean;
}

/** What a tap on the line's key does. */
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
        text: say(texts.room.keys.callTo, { table: isolated(tableName(title, texts)) }),
        press: () => void room.change(entry, { kind: 'call', tableId: id }),
      };
};

/** What was done about a party, or why nothing will be; null while it just waits. */
const stateOf = ({ texts, entry: { state }, table, called, wish, isClosed }: Props): string | null => {
  if (state === 'waiting' && isClosed) return say(texts.room.states.wantsOut, { table: wish });
  if (state === 'away' || state === 'missed') return texts.room.states[state];
  if (state !== 'called') return null;
  const where = isolated(tableName(table?.title ?? '', texts));
  return [
    say(texts.room.states.called, { table: where }),
    ...(called === null ? [] : [sayCount(texts.room.counts.minutes, called, texts.locale)]),
  ].join(' · ');
};

/**
 * A party in the queue, with the one thing that is most likely next. A list may have 200: a line is drawn again only when
 * something on it changes, and has few elements.
 */
export const PartyLine = memo((props: Props) => {
  const { room, texts, disabled, open, entry, number, wish, before, waited, isLate, isFirst, busy } = props;
  const { locale } = texts;
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
            sayCount(texts.room.counts.people, entry.size, locale),
            wish,
            ...(before > 0 ? [sayCount(texts.room.counts.before, before, locale)] : []),
          ].join(' · ')}
        </p>
        {state !== null && <p className="room__state">{state}</p>}
      </div>
      <p className="room__minutes">{sayCount(texts.room.counts.minutes, waited, locale)}</p>
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
