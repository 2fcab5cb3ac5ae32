import { tableFragment } from '../../core/venue/fragment.ts';
import { isGuest, type PartyEntry, type Op, type Party, type RoomTable } from '../../core/room/list.ts';
import { namesOf } from '../../core/room/party.ts';
import { canBegin, isMatchOn, isPartyDone, stateOf } from '../../core/room/table-state.ts';
import { calledTo, firstFor, isLate, playingAt } from '../../core/room/queue.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage } from '../../i18n/format.ts';
import { tableName } from '../../kit/table-name.ts';
import type { PartProps } from './props.ts';
import { calledText, partyName, partyOf, pendingText, seatText } from './words.ts';

interface Props extends PartProps {
  readonly table: RoomTable;
  /** The party that the table is offered to. */
  readonly offered: PartyEntry | null;
  /** The names on its board. */
  readonly board: string;
}

interface Key {
  readonly text: string;
  /** The entries whose state it changes. */
  readonly about: readonly PartyEntry[];
  readonly press: () => void;
}

/** A party that plays without a score. */
const NAMELESS: Party = { name: '', name2: null, size: 2, wants: 'any', wantedId: null };

/** The unanswered op that brings a party to the table, or changes the one there. */
const opAt = ({ pending, table: { id, party, called } }: Props): Op | undefined =>
  pending.tables.get(id) ??
  pending.entries.get(party?.entry ?? '') ??
  pending.entries.get(called?.entry ?? '');

/** The party that is being called to the table; undefined for none. */
const beingCalled = (props: Props): PartyEntry | undefined => {
  const op = opAt(props);
  return op?.kind === 'call' ? props.list.entries.find(({ id }) => id === op.entry) : undefined;
};

const keysAtPlayed = (props: Props, playing: PartyEntry): readonly Key[] => {
  const { room, list, pending, texts, table, reserved } = props;
  const next = beingCalled(props) ?? (reserved.has(table.id) ? null : firstFor(list, pending, table));
  const free: Key = {
    text: texts.room.keys.free,
    about: [playing],
    press: () => void room.change(playing, { kind: 'free' }),
  };
  if (!isPartyDone(table) || !next) return [free];
  return [
    {
      text: formatMessage(texts.room.keys.freeAndCall, { name: partyName(next, texts) }),
      about: [playing, next],
      press: () => void room.freeAndCall(playing, next, table.id),
    },
    free,
  ];
};

const keysOf = (props: Props): readonly Key[] => {
  const { room, list, texts, nowMillis, table } = props;
  const offered = beingCalled(props) ?? props.offered;
  const playing = playingAt(list, table.id);
  const called = calledTo(list, table.id);
  if (table.outOfUse) return [];
  if (playing) return keysAtPlayed(props, playing);
  if (called) {
    return [
      { text: texts.room.keys.start, about: [called], press: () => void room.start(called, table.id) },
      ...(isLate(called, nowMillis)
        ? [
            {
              text: texts.room.keys.missedAsk,
              about: [called],
              press: () => void room.change(called, { kind: 'missed' }),
            },
          ]
        : []),
    ];
  }
  if (isMatchOn(table)) return [];
  return [
    ...(offered
      ? [
          {
            text: formatMessage(texts.room.keys.callNamed, { name: partyName(offered, texts) }),
            about: [offered],
            press: () => void room.change(offered, { kind: 'call', tableId: table.id }),
          },
        ]
      : []),
    { text: texts.room.keys.occupied, about: [], press: () => void room.add(NAMELESS, table.id) },
  ];
};

/** The text about a table, and its party. */
const stateText = ({ list, texts, nowMillis, table, board }: Props) => {
  const state = stateOf(table);
  const { party, called, id } = table;
  if (state === 'outOfUse') return { kind: 'out', text: texts.room.states.outOfUse, entry: null };
  if (party) return { kind: 'playing', text: seatText(texts, party, nowMillis), entry: playingAt(list, id) };
  if (called) {
    const entry = calledTo(list, id);
    const kind = entry && isLate(entry, nowMillis) ? 'late' : 'called';
    return { kind, text: calledText(texts, called, nowMillis), entry };
  }
  return state === 'on'
    ? { kind: 'playing', text: [texts.room.states.on, board].filter(Boolean).join(' · '), entry: null }
    : { kind: 'free', text: texts.room.states.free, entry: null };
};

/** An unanswered op at a table, and its party. */
const opText = ({ list, texts }: Props, op: Op): string => {
  const party = partyOf(list, op);
  const name = party && namesOf(party).length > 0 ? partyName(party, texts) : '';
  return [name, pendingText(list, op, texts)].filter(Boolean).join(' · ');
};

/** A table of the room: the party there, and the most likely next action. */
export const TableLine = (props: Props) => {
  const { texts, disabled, open, pending, table, reserved } = props;
  const name = tableName(table.title, texts);
  const op = opAt(props);
  const { kind, ...said } = stateText(props);
  const { text, entry } = op ? { text: opText(props, op), entry: null } : said;
  const isOver = isPartyDone(table);
  const isOn = isMatchOn(table);
  // Its players may be gone: the next match ends this one.
  const isLeft = stateOf(table) === 'on' && table.party === null && table.called === null;
  // After a tournament's match, its table waits for the next one.
  const isPairDone = isOver && entry !== null && !isGuest(entry);
  const keys = keysOf(props);
  return (
    <li className={`room__line room__table room__table--${kind}`} aria-busy={op !== undefined}>
      <div className="room__words">
        <p className="room__name">
          <a className="room__link" href={tableFragment(table.id)}>
            <bdi translate="no">{name}</bdi>
          </a>
          <span className="room__kind">
            {reserved.has(table.id) ? texts.room.tournament.title : texts.room.wants[table.kind]}
          </span>
        </p>
        <p className="room__details">
          {entry ? (
            <button
              className="room__who"
              type="button"
              translate="no"
              aria-haspopup="dialog"
              onClick={() => open(entry)}
            >
              {text}
            </button>
          ) : (
            <span>{text}</span>
          )}
          {isOver && !op && <span>{` · ${texts.overlay.over}`}</span>}
        </p>
      </div>
      <div className="room__keys">
        {keys.map(({ text: label, about, press }) => {
          const busy = op !== undefined || about.some(({ id }) => pending.entries.has(id));
          return (
            <button
              key={label}
              className="button"
              type="button"
              disabled={disabled}
              aria-disabled={busy}
              aria-label={`${label} · ${isolated(name)}`}
              onClick={busy ? undefined : press}
            >
              {label}
            </button>
          );
        })}
        {(canBegin(table) || isLeft) && !props.offered && !isPairDone && !(op && kind === 'free') && (
          <a className="button button--quiet" href={tableFragment(table.id, 'newMatch')}>
            {isOver ? texts.room.keys.playOn : texts.tables.newMatch}
          </a>
        )}
        {kind === 'playing' && isOn && (
          <a className="button button--quiet" href={tableFragment(table.id, 'pad')}>
            {texts.dashboard.match.pad}
          </a>
        )}
      </div>
    </li>
  );
};
