import type { TableFacts } from '../../src/core/room/table-state.ts';

/** A free table. */
export const NOBODY_THERE: TableFacts = { outOfUse: false, match: null, party: null, called: null };
