import type { TableFacts } from '../../src/core/room/table-state.ts';
import type { MatchOrder } from '../../src/core/tournament/order.ts';

/** A free table. */
export const NOBODY_THERE: TableFacts = { outOfUse: false, match: null, party: null, called: null };

/** What a tournament orders for a match, as its call says it. */
export const ORDER: MatchOrder = {
  game: 'nine-ball',
  raceTo: 3,
  handicap: [0, 1],
  event: 'Cup · الدور الأول',
};
