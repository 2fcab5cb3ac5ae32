import type { TableFacts } from '../../src/core/room/table-state.ts';

/** A table that nobody is at. */
export const NOBODY_THERE: TableFacts = { outOfUse: false, match: null, party: null, called: null };
