interface Placed {
  readonly id: string;
  readonly archived: boolean;
}

/** The tables in use, and those that were put away. */
export const sorted = <Table extends Placed>(tables: readonly Table[]) => ({
  inUse: tables.filter(({ archived }) => !archived),
  archived: tables.filter(({ archived }) => archived),
});

/** Every table's id, with one moved by so many places among those in use; null when there is no such place. */
export const reordered = (tables: readonly Placed[], id: string, by: -1 | 1): readonly string[] | null => {
  const { inUse, archived } = sorted(tables);
  const place = inUse.findIndex((table) => table.id === id);
  const neighbour = inUse[place + by];
  const moved = inUse[place];
  if (!moved || !neighbour) return null;
  const swapped = inUse.with(place, neighbour).with(place + by, moved);
  return [...swapped, ...archived].map((table) => table.id);
};
