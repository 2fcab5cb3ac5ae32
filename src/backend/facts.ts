import type { Seat, TableFacts } from '../core/room/table-state.ts';
import type { Body } from '../rules/read.ts';
import { flag, millis, object, orNull, text } from './answers.ts';

const readSeat = (value: unknown): Seat => {
  const seat = object(value);
  return {
    entry: text(seat['entry']),
    name: text(seat['name']),
    name2: orNull(text, seat['name2']),
    sinceMillis: millis(seat['since']),
  };
};

const readMatch = (value: unknown): NonNullable<TableFacts['match']> => {
  const match = object(value);
  return {
    id: text(match['id']),
    game: text(match['game']),
    over: flag(match['over']),
    scoredAtMillis: millis(match['scored_at']),
  };
};

/** Parses a table's facts. */
export const readFacts = (table: Body): TableFacts => ({
  outOfUse: flag(table['out_of_use']),
  match: orNull(readMatch, table['match']),
  party: orNull(readSeat, table['party']),
  called: orNull(readSeat, table['called']),
});
