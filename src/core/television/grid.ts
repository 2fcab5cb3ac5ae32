import type { Size } from '../overlay/layouts.ts';

/** The size of a tile, in units; all lengths in it are multiples of the unit. */
export const TILE: Size = { width: 20, height: 11 };

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** CSS pixels per unit. */
  readonly unit: number;
}

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
