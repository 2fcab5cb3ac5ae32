import { moved } from '../moved.ts';

interface Kept {
  readonly archived: boolean;
}

interface Placed extends Kept {
  readonly id: string;
}

/** The tables in use, and the archived ones. */
export const sorted = <Table extends Kept>(tables: readonly Table[]) => ({
  inUse: tables.filter(({ archived }) => !archived),
  archived: tables.filter(({ archived }) => archived),
});

/** The only table in use; undefined if there are none or several. */
export const onlyInUse = <Table extends Kept>(tables: readonly Table[]): Table | undefined => {
  const { inUse } = sorted(tables);
  return inUse.length === 1 ? inUse[0] : undefined;
};

/** All tables' ids, with one moved by a number of places among those in use; null if the target is out of range. */
export const reordered = (tables: readonly Placed[], id: string, by: -1 | 1): readonly string[] | null => {
  const { inUse, archived } = sorted(tables);
  const ids = moved(inUse, id, by);
  return ids && [...ids, ...archived.map((table) => table.id)];
};
