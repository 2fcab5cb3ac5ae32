import type { Size } from '../overlay/layouts.ts';

/** How queues of the waiting list are laid out, in hundredths of the screen's shorter side. */
export const QUEUE = {
  gap: 1.6,
  padding: 1.8,
  /** What is said of a queue's table: above its parties, or beside them where there is more width than height. */
  head: 21,
  beside: 38,
  /** The height of a party's row: the least, and the most where few wait. */
  row: 7.6,
  largestRow: 13,
  /** The least width in which a name is read. */
  column: 29,
} as const;

/** The most queues at once; more take turns. Upright, they lie below one another. */
export const queuesAtOnce = (upright: boolean): number => (upright ? 6 : 5);

export interface QueueCells {
  /** Whether the parties stand beside what is said of their table, rather than below it. */
  readonly beside: boolean;
  readonly rows: number;
  readonly columns: number;
  /** A row's height. */
  readonly row: number;
}

/** The rows above which a queue has its parties below its table. */
const FEW_ROWS = 4;

/**
 * The rows and columns of parties in queues of a size, the longest of which has `most`: in one column as long as they fit
 * into it, and always with room for one, and for how many more there are.
 */
export const queueCells = ({ width, height }: Size, most: number): QueueCells => {
  const inside = { width: width - 2 * QUEUE.padding, height: height - 2 * QUEUE.padding };
  const besideWidth = inside.width - QUEUE.beside - QUEUE.padding;
  const beside = besideWidth >= QUEUE.column && inside.height < QUEUE.head + FEW_ROWS * QUEUE.row;
  const across = beside ? besideWidth : inside.width;
  const down = beside ? inside.height : inside.height - QUEUE.head;
  const mostRows = Math.max(2, Math.floor(down / QUEUE.row));
  const mostColumns = Math.max(1, Math.floor(across / QUEUE.column));
  const columns = Math.min(mostColumns, Math.ceil(most / mostRows));
  const rows = Math.max(2, Math.min(mostRows, Math.ceil(most / columns)));
  const row = Math.min(QUEUE.largestRow, Math.max(QUEUE.row, down / rows));
  return { beside, rows, columns, row };
};
