import type { RoomTable } from '../core/room/list.ts';
import type { Seat, TableFacts } from '../core/room/table-state.ts';
import type { MatchOrder } from '../core/tournament/order.ts';
import type { Body } from '../rules/read.ts';
import { TABLE_KINDS } from '../rules/table-kind.ts';
import {
  expectFlag,
  expectMillis,
  expectNumber,
  expectObject,
  expectOneOf,
  expectPair,
  orNull,
  expectText,
} from './answers.ts';

const readOrder = (value: unknown): MatchOrder => {
  const order = expectObject(value);
  return {
    game: expectText(order['game']),
    raceTo: expectNumber(order['raceTo']),
    handicap: expectPair(order['handicap']),
    event: expectText(order['event']),
  };
};

const readSeat = (value: unknown): Seat => {
  const seat = expectObject(value);
  return {
    entry: expectText(seat['entry']),
    name: expectText(seat['name']),
    name2: orNull(expectText, seat['name2']),
    sinceMillis: expectMillis(seat['since']),
    ...('order' in seat && { order: readOrder(seat['order']) }),
  };
};

const readMatch = (value: unknown): NonNullable<TableFacts['match']> => {
  const match = expectObject(value);
  return {
    id: expectText(match['id']),
    game: expectText(match['game']),
    over: expectFlag(match['over']),
    startedAtMillis: expectMillis(match['started_at']),
    scoredAtMillis: expectMillis(match['scored_at']),
  };
};

/** Parses a table's facts. */
export const readFacts = (table: Body): TableFacts => ({
  outOfUse: expectFlag(table['out_of_use']),
  match: orNull(readMatch, table['match']),
  party: orNull(readSeat, table['party']),
  called: orNull(readSeat, table['called']),
});

/** Parses a table of the room, as its desk and its televisions get it. */
export const readRoomTable = (value: unknown): RoomTable => {
  const table = expectObject(value);
  return {
    id: expectText(table['id']),
    title: expectText(table['title']),
    kind: expectOneOf(TABLE_KINDS, table['kind']),
    ...readFacts(table),
  };
};
