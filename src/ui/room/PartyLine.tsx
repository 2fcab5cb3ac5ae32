import { Fragment } from 'react';
import type { Entry, RoomTable } from '../../core/waiting/list.ts';
import { beforeOf, isLate, minutesWaited } from '../../core/waiting/queue.ts';
import { say, sayCount } from '../../i18n/say.ts';
import { Icon } from '../Icon.tsx';
import type { PartProps } from './props.ts';
import { minutesText, partyName, titleOf, wishText } from './words.ts';

interface Props extends PartProps {
  readonly entry: Entry;
  /** Its number in the queue. */
  readonly number: number;
  /** The free table that it is offered. */
  readonly offer: RoomTable | null;
  readonly isFirst: boolean;
  /** A change is on its way. */
  readonly busy: boolean;
}

/** What a tap on the line's key does. */
const keyOf = ({ room, list, texts, entry, offer }: Props) => {
  const { state, tableId } = entry;
  if (state === 'called' && tableId !== null) {
    return { text: texts.room.keys.start, press: () => void room.start(entry, tableId) };
  }
  if (state === 'away' || state === 'missed') {
    return { text: texts.room.keys.back, press: () => void room.change(entry, { kind: 'back' }) };
  }
  if (!offer) return null;
  return {
    text: say(texts.room.keys.callTo, { table: titleOf(list, offer.id, texts) }),
    press: () => void room.change(entry, { kind: 'call', tableId: offer.id }),
  };
};

/** Where a party stands: what it waits for, or what was done about it. */
const State = ({ list, texts, entry, nowMillis }: Props) => {
  const { state, tableId, calledAtMillis } = entry;
  if (state === 'called') {
    const called = say(texts.room.states.called, { table: titleOf(list, tableId, texts) });
    return (
      <span className={`room__state room__state--${isLate(entry, nowMillis) ? 'late' : 'called'}`}>
        {called}
        {calledAtMillis !== null && ` · ${minutesText(texts, calledAtMillis, nowMillis)}`}
      </span>
    );
  }
  return state === 'away' || state === 'missed' ? (
    <span className="room__state">{texts.room.states[state]}</span>
  ) : null;
};

/** A party in the queue, with the one thing that is most likely next. */
export const PartyLine = (props: Props) => {
  const { room, list, texts, nowMillis, disabled, open, entry, number, isFirst, busy } = props;
  const name = partyName(entry, texts);
  const key = keyOf(props);
  const before = entry.state === 'waiting' && !props.offer ? beforeOf(list, entry) : 0;
  const details = [
    sayCount(texts.room.counts.people, entry.size, texts.locale),
    wishText(list, entry, texts),
    ...(before > 0 ? [sayCount(texts.room.counts.before, before, texts.locale)] : []),
  ];
  return (
    <li className={`room__line room__line--${entry.state}`} aria-busy={busy}>
      <span className="room__number">{number}</span>
      <div className="room__words">
        <p className="room__name">
          <button className="room__open" type="button" aria-haspopup="dialog" onClick={() => open(entry)}>
            <bdi>{name}</bdi>
          </button>
        </p>
        <p className="room__details">
          {details.map((detail, index) => (
            <Fragment key={index}>
              <span className="room__detail">{index < details.length - 1 ? `${detail} ·` : detail}</span>{' '}
            </Fragment>
          ))}
          <State {...props} />
        </p>
      </div>
      <p className="room__minutes">
        {sayCount(texts.room.counts.minutes, minutesWaited(entry, nowMillis), texts.locale)}
        <Icon name="more" />
      </p>
      {(key ?? isLate(entry, nowMillis)) && (
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
          {isLate(entry, nowMillis) && (
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
};
