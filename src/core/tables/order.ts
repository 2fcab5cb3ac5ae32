import { moved } from '../moved.ts';

interface Placed {
  readonly id: string;
  readonly archived: boolean;
}

/** The tables in use, and the archived ones. */
export const sorted = <Table extends Placed>(tables: readonly Table[]) => ({
  inUse: tables.filter(({ archived }) => !archived),
  archived: tables.filter(({ archived }) => archived),
});

/** All tables' ids, with one moved by a number of places among those in use; null if the target is out of range. */
export const reordered = (tables: readonly Placed[], id: string, by: -1 | 1): readonly string[] | null => {
  const { inUse, archived } = sorted(tables);
  const ids = moved(inUse, id, by);
  return ids && [...ids, ...archived.map((table) => table.id)];
};
