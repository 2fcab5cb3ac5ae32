import { isUpright, type Size } from '../overlay/layouts.ts';

/** The size of a tile, in units; all lengths in it are multiples of the unit. */
export const TILE: Size = { width: 20, height: 12 };

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** CSS pixels per unit. */
  readonly unit: number;
  /** Whether its tiles are rows as wide as the screen. */
  readonly isWide: boolean;
}

/** The heights from which a screen counts as full or ultra HD, allowing for a browser's own bars; in pixels. */
const LINES = { full: 900, ultra: 1800 } as const;

/**
 * The most tables at once on a screen of this many pixels; more take turns. Labels need 28 of 1080 pixels to be
 * readable.
 */
export const tablesAtOnce = (screen: Size): number => {
  if (isUpright(screen)) return 8;
  if (screen.height < LINES.full) return 6;
  return screen.height < LINES.ultra ? 12 : 20;
};

/** Splits items into pages of about the same length, with at most `most` each. */
export const pagesOf = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] => {
  const pages = Math.ceil(items.length / most);
  const each = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, page) => items.slice(page * each, (page + 1) * each));
};

const unitIn = (place: Size, columns: number, rows: number): number =>
  Math.min(place.width / columns / TILE.width, place.height / rows / TILE.height);

/**
 * The grid with the largest tiles in a place; among equals, the one with the fewest empty cells. On an upright screen
 * one column, whose wide rows have room for whole names.
 */
export const gridOf = (tiles: number, place: Size): Grid => {
  const isWide = isUpright(place);
  const grids = Array.from({ length: isWide ? 1 : Math.max(1, tiles) }, (_, index): Grid => {
    const columns = index + 1;
    const rows = Math.ceil(tiles / columns) || 1;
    return { columns, rows, unit: unitIn(place, columns, rows), isWide };
  });
  return grids.reduce((best, grid) => {
    const spared = best.columns * best.rows - grid.columns * grid.rows;
    return grid.unit > best.unit || (grid.unit === best.unit && spared > 0) ? grid : best;
  });
};
