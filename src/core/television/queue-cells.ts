import type { Size } from '../overlay/layouts.ts';

/** The layout of the waiting list's queues, in hundredths of the screen's shorter side. */
export const QUEUE = {
  gap: 1.6,
  padding: 1.8,
  /** The size of a queue's heading: its height above the parties, or its width beside them on a wide screen. */
  head: 21,
  beside: 38,
  /** A row's minimum height, and its maximum if the queue is short. */
  row: 7.6,
  largestRow: 13,
  /** The minimum width for a readable name. */
  column: 29,
} as const;

/** The most queues at once; more take turns. On an upright screen they are stacked. */
export const queuesAtOnce = (upright: boolean): number => (upright ? 6 : 5);

export interface QueueCells {
  /** Whether the parties are beside the queue's heading instead of below it. */
  readonly beside: boolean;
  readonly rows: number;
  readonly columns: number;
  /** A row's height. */
  readonly row: number;
}

/** With more rows than this, a queue's parties are below its heading. */
const FEW_ROWS = 4;

/**
 * The rows and columns for queues of a given size, the longest of which has `most` parties. One column is used as long
 * as it fits. There is always room for one party and for the number of those left out.
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
