import { entryName, entryText, pairText, roundText } from '../../core/tournament/words.ts';
import type { Table } from '../../backend/contract.ts';
import { tableFragment } from '../../core/venue/fragment.ts';
import type { PartyEntry } from '../../core/room/list.ts';
import { isLate, minutesSince } from '../../core/room/queue.ts';
import { stateOf } from '../../core/room/table-state.ts';
import type { Match } from '../../core/tournament/bracket.ts';
import { formatCount, formatMessage } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { tableName } from '../../kit/table-name.ts';
import { pendingText } from '../room/words.ts';
import { PairKey } from './PairKey.tsx';
import { endOf, pairCall, type Place } from './evening.ts';
import type { TonightProps } from './props.ts';

interface Props extends TonightProps {
  readonly place: Place;
  /** As last fetched: its board may be of an earlier match. */
  readonly scored: Pick<Table, 'board' | 'match'> | undefined;
  readonly open: (entry: PartyEntry) => void;
  readonly pick: (match: Match) => void;
}

/** What happens at a table. */
const stateText = ({
  evening,
  texts,
  view,
  list,
  nowMillis,
  place: { table, match, entry, offer, isOn },
  scored,
}: Props) => {
  const { tournamentDesk } = texts;
  const op = view.pending.tables.get(table.id) ?? view.pending.entries.get(entry?.id ?? '');
  if (op) return pendingText(list, op, texts);
  if (stateOf(table) === 'outOfUse') return texts.room.states.outOfUse;
  if (match && isOn)
    return scored && scored.match.id === table.match?.id
      ? isolated(`${scored.board.s1}–${scored.board.s2}`)
      : tournamentDesk.tonight.playing;
  if (match && entry?.state === 'called') {
    const minutes = minutesSince(entry.calledAtMillis ?? nowMillis, nowMillis);
    return `${tournamentDesk.tonight.called} · ${formatCount(texts.room.counts.minutes, minutes, texts.locale)}`;
  }
  if (match) return tournamentDesk.tonight.playing;
  if (isOn) return texts.room.states.on;
  if (offer) return tournamentDesk.tonight.free;
  return entry && entry.fixture?.tournament !== evening.id
    ? tournamentDesk.tonight.guests
    : tournamentDesk.tonight.waits;
};

/** A table of the tournament: who plays or is called there, and the call that one tap makes. */
export const PlaceLine = (props: Props) => {
  const { evening, room, view, texts, place, nowMillis, open, pick } = props;
  const { table, match, entry, offer, isOn } = place;
  const { tournamentDesk } = texts;
  const name = tableName(table.title, texts);
  const isBusy = view.pending.tables.has(table.id) || view.pending.entries.has(entry?.id ?? '');
  const shown = match ?? offer;
  const call = (called: Match): void => {
    const [one = '', other = ''] = called.sides.map((who) => entryName(evening.entries, who, texts));
    const party = { name: one, name2: other, size: 2, wants: 'any', wantedId: null } as const;
    const ended = evening.stale
      .filter(
        (one) => one.tableId === table.id || one.fixture?.pair.some((who) => called.sides.includes(who)),
      )
      .map((one) => room.change(one, { kind: endOf(one) }));
    void Promise.all(ended).then(() => room.callPair(party, table.id, pairCall(evening, called, texts)));
  };
  const isCalled = match !== null && entry?.state === 'called' && !isOn;
  /** A change to the called party; none if it isn't to be made now. */
  const change = (text: string, make: ((called: PartyEntry) => Promise<unknown>) | false) =>
    entry &&
    make && (
      <button
        className="button"
        type="button"
        disabled={!view.isReached}
        aria-disabled={isBusy}
        onClick={isBusy ? undefined : () => void make(entry)}
      >
        {text}
      </button>
    );
  return (
    <li className="listing__line tournament__line" aria-busy={isBusy}>
      <div className="tournament__words">
        <p>
          <a className="tournament__table" href={tableFragment(table.id)}>
            <bdi translate="no">{name}</bdi>
          </a>{' '}
          <span className="field__hint">{stateText(props)}</span>
        </p>
        {shown && <p className="field__hint">{roundText(shown.slot, evening, texts)}</p>}
        {shown && <PairKey pair={pairText(evening.entries, shown, texts)} open={() => pick(shown)} />}
      </div>
      <div className="button-row">
        {offer && (
          <button
            className="button button--primary"
            type="button"
            disabled={!view.isReached}
            aria-label={formatMessage(tournamentDesk.tonight.callLabel, {
              one: entryText(evening.entries, offer.sides[0], texts),
              other: entryText(evening.entries, offer.sides[1], texts),
              table: isolated(name),
            })}
            onClick={() => call(offer)}
          >
            {tournamentDesk.tonight.call}
          </button>
        )}
        {change(texts.room.keys.start, isCalled && ((called) => room.start(called, table.id)))}
        {change(
          texts.room.keys.missedAsk,
          isCalled && isLate(entry, nowMillis) && ((called) => room.change(called, { kind: 'missed' })),
        )}
        {match && isOn && (
          <a className="button button--quiet" href={tableFragment(table.id, 'pad')}>
            {texts.dashboard.match.pad}
          </a>
        )}
        {match && entry && (
          <button
            className="button button--quiet"
            type="button"
            aria-haspopup="dialog"
            onClick={() => open(entry)}
          >
            {tournamentDesk.tonight.more}
          </button>
        )}
      </div>
    </li>
  );
};
