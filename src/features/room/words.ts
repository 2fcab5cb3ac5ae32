import { isolated, pairOf } from '../../i18n/isolated.ts';
import type { Seat } from '../../core/room/table-state.ts';
import { type PartyEntry, type Op, type WaitingList, type Wish } from '../../core/room/list.ts';
import { namesOf, type PartyFields } from '../../core/room/party.ts';
import { minutesSince } from '../../core/room/queue.ts';
import { formatMessage, formatCount, formatReason } from '../../i18n/format.ts';
import type { Unmade } from './room.ts';
import type { RoomTexts } from '../../kit/venue-texts.ts';
import { tableName } from '../../kit/table-name.ts';

type Names = Pick<PartyFields, 'name' | 'name2'>;

/** A party's names, isolated from the surrounding text. Parties that play unscored and erased ones have none. */
export const partyName = (
  { state = 'playing', ...party }: Names & Partial<Pick<PartyEntry, 'state'>>,
  texts: RoomTexts,
): string =>
  pairOf(namesOf(party)) || (state === 'playing' ? texts.room.states.occupied : texts.room.nameless);

/** A table's name, isolated from the surrounding text. */
export const titleOf = (list: WaitingList, tableId: string | null, texts: RoomTexts): string =>
  isolated(tableName(list.tables.find(({ id }) => id === tableId)?.title ?? '', texts));

const minutesText = (texts: RoomTexts, sinceMillis: number, nowMillis: number): string =>
  formatCount(texts.room.counts.minutes, minutesSince(sinceMillis, nowMillis), texts.locale);

/** The party playing at a table, and for how long. */
export const seatText = (texts: RoomTexts, seat: Seat, nowMillis: number): string =>
  `${partyName(seat, texts)} · ${minutesText(texts, seat.sinceMillis, nowMillis)}`;

/** The party called to a table, and for how long. */
export const calledText = (texts: RoomTexts, called: Seat, nowMillis: number): string =>
  `${formatMessage(texts.room.states.calledHere, { name: partyName(called, texts) })} · ${minutesText(texts, called.sinceMillis, nowMillis)}`;

/** The table or kind that a party waits for. */
export const wishText = (list: WaitingList, { wants, wantedId }: Wish, texts: RoomTexts): string =>
  wants === 'table' ? titleOf(list, wantedId, texts) : texts.room.wants[wants];

/** The party that an op is about. */
export const partyOf = (list: WaitingList, op: Op): (Names & Partial<PartyEntry>) | undefined =>
  'name' in op ? op : list.entries.find(({ id }) => id === op.entry);

/** The party of an op, and the table that it brings it to. */
type At = Names & { readonly tableId: string | null; readonly fixture?: PartyEntry['fixture'] | undefined };

/**
 * What an op does as people see it. A party added at a table starts there at once; a tournament's is called, and its
 * leaving takes that back. An unscored party has no name.
 */
const doneBy = (kind: Op['kind'], { tableId, fixture, ...party }: At): Op['kind'] | 'occupied' => {
  if (kind === 'leave' && fixture) return 'uncall';
  if (kind !== 'add' || tableId === null) return kind;
  return fixture ? 'call' : namesOf(party).length === 0 ? 'occupied' : 'start';
};

/** The name of an op. */
export const opText = (kind: Op['kind'], at: At, { room: { ops, keys } }: RoomTexts): string => {
  const done = doneBy(kind, at);
  return done === 'occupied' ? keys.occupied : ops[done];
};

/** An op that the server hasn't answered. */
export const pendingText = (list: WaitingList, op: Op, texts: RoomTexts): string => {
  const at = { name: '', name2: null, ...op, tableId: 'tableId' in op ? op.tableId : null };
  return formatMessage(texts.room.pending[doneBy(op.kind, at)], { table: titleOf(list, at.tableId, texts) });
};

/** An entry's last op: the action, the party, and the table if relevant. */
export const lastOpText = (list: WaitingList, entry: PartyEntry, texts: RoomTexts): string | null => {
  const { tableId, lastOp } = entry;
  const { kind } = lastOp;
  if (kind === null) return null;
  const isAbout = kind === 'call' || kind === 'start' || kind === 'move' || kind === 'add' || kind === 'free';
  const at = isAbout ? (tableId ?? lastOp.was?.tableId ?? null) : null;
  return [
    opText(kind, entry, texts),
    ...(namesOf(entry).length === 0 ? [] : [partyName(entry, texts)]),
    ...(at === null ? [] : [titleOf(list, at, texts)]),
  ].join(' · ');
};

/** The conflicting change: what was done instead, and by whom. */
const wayText = (
  list: WaitingList,
  {
    entry,
    kind,
    by,
  }: { readonly entry: string; readonly kind: Op['kind']; readonly by: PartyEntry['lastOp']['by'] },
  texts: RoomTexts,
): string | null => {
  const other = list.entries.find(({ id }) => id === entry);
  return (
    (other &&
      formatMessage(texts.room.did[kind], {
        by: isolated(by?.name ?? texts.room.somebody),
        name: partyName(other, texts),
        table: titleOf(list, other.tableId, texts),
      })) ??
    null
  );
};

/** Why a change failed. */
export const unmadeText = (list: WaitingList, { op, result }: Unmade, texts: RoomTexts): string => {
  const { unmade } = texts.room;
  if ('failure' in result) {
    const about = partyOf(list, op);
    const at = { name: '', name2: null, ...about, tableId: 'tableId' in op ? op.tableId : null };
    const what = [opText(op.kind, at, texts), about && partyName(about, texts)].filter(Boolean).join(' · ');
    return formatMessage(unmade.failed, {
      what,
      reason: formatReason(texts.dashboard.reasons, result.failure.kind),
    });
  }
  const { reason, inTheWay } = result;
  const what = inTheWay && wayText(list, inTheWay, texts);
  if (what !== null) return formatMessage(unmade.refused, { what });
  switch (reason) {
    case 'closed':
    case 'late':
    case 'list':
    case 'minute':
      return unmade[reason];
    // The form can't produce these, so the server's version must differ.
    case 'op':
    case 'name':
    case 'size':
    case 'wants':
      return unmade.bad;
    default:
      return unmade.changed;
  }
};
