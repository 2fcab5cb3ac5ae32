/** The televisions that a venue needs, and those that it lacks. */
export interface VenuePlan {
  /** One beside each table, with its score. */
  readonly atTables: number;
  /** One in view of everyone, with all tables and the waiting list; none for a single table, whose own shows both. */
  readonly inRoom: number;
  /** Each needs a TV Box. */
  readonly boxes: number;
  /** How many of them the venue has to buy. */
  readonly missing: number;
  /** Where to hang those it has. The one in view of everyone comes first, because it shows every table. */
  readonly hung: { readonly inRoom: number; readonly atTables: number };
}

/** The plan for a venue with so many tables, which already has so many televisions. */
export const venuePlan = (tables: number, televisions: number): VenuePlan => {
  const inRoom = tables > 1 ? 1 : 0;
  const boxes = tables + inRoom;
  const hungInRoom = Math.min(inRoom, televisions);
  return {
    atTables: tables,
    inRoom,
    boxes,
    missing: Math.max(0, boxes - televisions),
    hung: { inRoom: hungInRoom, atTables: Math.min(tables, televisions - hungInRoom) },
  };
};
