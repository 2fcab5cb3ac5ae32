import type { Size } from '../overlay/layouts.ts';

/** How queues of the waiting list are laid out, in hundredths of the screen's shorter side. */
export const QUEUE = {
  gap: 1.6,
  padding: 1.8,
  /** What is said of a queue's table: above its parties, or beside them on an upright screen. */
  head: 21,
  beside: 38,
  /** The height of a party's row: the least, and the most where few wait. */
  row: 7.6,
  largestRow: 11,
  /** The least width in which a name is read. */
  column: 29,
} as const;

/** The most queues at once; more take turns. Upright, they lie below one another. */
export const queuesAtOnce = (upright: boolean): number => (upright ? 6 : 5);

export interface QueueCells {
  readonly rows: number;
  readonly columns: number;
  /** A row's height. */
  readonly row: number;
}

/**
 * The rows and columns of parties in queues of a size, the longest of which has `most`: always room for one, and for how
 * many more there are.
 */
export const queueCells = ({ width, height }: Size, upright: boolean, most: number): QueueCells => {
  const across = width - 2 * QUEUE.padding - (upright ? QUEUE.beside + QUEUE.padding : 0);
  const down = height - 2 * QUEUE.padding - (upright ? 0 : QUEUE.head);
  const columns = Math.max(1, Math.floor(across / QUEUE.column));
  const wanted = Math.ceil(most / columns);
  const row = Math.min(QUEUE.largestRow, Math.max(QUEUE.row, down / wanted));
  return { rows: Math.max(2, Math.floor(down / row)), columns, row };
};
