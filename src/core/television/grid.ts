import type { Size } from '../overlay/layouts.ts';

/** What a tile is drawn on, in units: everything in it is a number of them. */
export const TILE: Size = { width: 20, height: 11 };

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** CSS pixels of a unit. */
  readonly unit: number;
}

const unitIn = (place: Size, columns: number, rows: number): number =>
  Math.min(place.width / columns / TILE.width, place.height / rows / TILE.height);

/** The grid in which so many tiles are largest in a place; of equal ones that with the fewest empty places. */
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
