import type { Size } from '../overlay/layouts.ts';

/** The size of a tile, in units; all lengths in it are multiples of the unit. */
export const TILE: Size = { width: 20, height: 11 };

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** CSS pixels per unit. */
  readonly unit: number;
}

/** The most tables whose labels are read across a room, at 28 of 1080 pixels; more take turns. */
const PER_PAGE = 12;
/** Long enough to find one's table and read it. */
export const PAGE_MILLIS = 15_000;

/** All tables, in pages of about the same length. */
export const pagesOf = <Table>(tables: readonly Table[]): readonly (readonly Table[])[] => {
  const pages = Math.ceil(tables.length / PER_PAGE);
  const each = Math.ceil(tables.length / pages);
  return Array.from({ length: pages }, (_, page) => tables.slice(page * each, (page + 1) * each));
};

const unitIn = (place: Size, columns: number, rows: number): number =>
  Math.min(place.width / columns / TILE.width, place.height / rows / TILE.height);

/** The grid that makes the tiles largest in a place; among equals, the one with the fewest empty cells. */
export const gridOf = (tiles: number, place: Size): Grid => {
  const grids = Array.from({ length: Math.max(1, tiles) }, (_, index): Grid => {
    const columns = index + 1;
    const rows = Math.ceil(tiles / columns) || 1;
    return { columns, rows, unit: unitIn(place, columns, rows) };
  });
  return grids.reduce((best, grid) => {
    const spared = best.columns * best.rows - grid.columns * grid.rows;
    return grid.unit > best.unit || (grid.unit === best.unit && spared > 0) ? grid : best;
  });
};
