interface Placed {
  readonly id: string;
  readonly archived: boolean;
}

/** The tables in use, and those that were put away. */
export const sorted = <Table extends Placed>(tables: readonly Table[]) => ({
  inUse: tables.filter(({ archived }) => !archived),
  archived: tables.filter(({ archived }) => archived),
});

/** The ids of all, with one moved by so many places; null when there is no such place. */
export const moved = (
  all: readonly { readonly id: string }[],
  id: string,
  by: -1 | 1,
): readonly string[] | null => {
  const ids = all.map((one) => one.id);
  const place = ids.indexOf(id);
  const neighbour = ids[place + by];
  return place === -1 || neighbour === undefined ? null : ids.with(place, neighbour).with(place + by, id);
};

/** Every table's id, with one moved by so many places among those in use; null when there is no such place. */
export const reordered = (tables: readonly Placed[], id: string, by: -1 | 1): readonly string[] | null => {
  const { inUse, archived } = sorted(tables);
  const ids = moved(inUse, id, by);
  return ids && [...ids, ...archived.map((table) => table.id)];
};
