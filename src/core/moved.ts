/** All ids, with one moved by a number of places; null if the target is out of range. */
export const moved = (
  all: readonly { readonly id: string }[],
  id: string,
  by: -1 | 1,
): readonly string[] | null => {
  const ids = all.map((one) => one.id);
  const place = ids.indexOf(id);
  const neighbour = ids[place + by];
  if (place === -1 || neighbour === undefined) return null;
  const swapped = new Map([
    [id, neighbour],
    [neighbour, id],
  ]);
  return ids.map((one) => swapped.get(one) ?? one);
};
