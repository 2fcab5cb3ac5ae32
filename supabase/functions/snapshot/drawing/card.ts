import { COLOURS } from './colours.ts';
import type { Labelled } from './content.ts';
import { allLabelled, baseline, ends, heading, within } from './parts.ts';
import type { Piece } from './pieces.ts';
import { wordmark } from './shapes.ts';
import { words, type Direction } from './type.ts';

/** What the cards of shared links have in common: their size, head and foot. Lengths are in pixels. */

export const CARD_SIZE = { width: 1200, height: 630 } as const;

export const CARD_ROOM = { ...CARD_SIZE, head: 92, foot: 542, edge: 20 } as const;

export const MARGIN = 44;

const TITLE = [
  [50, 40],
  [36, 28],
] as const;

interface Ends {
  /** Empty if it isn't named. */
  readonly venue: string;
  readonly title: string;
  /** What is played to, across from the title. */
  readonly goal: readonly Labelled[];
  /** Beside the product's mark. */
  readonly said: string | null;
  /** Across from the mark, for a line of this size. */
  readonly corner?: (size: number) => Piece;
  readonly dir: Direction;
}

/** A card's head and foot. */
export const headAndFoot = ({ venue, title, goal, said, corner, dir }: Ends): string => {
  const { width, height, head, foot, edge } = CARD_ROOM;
  const { start, end } = ends(width, MARGIN, dir);
  const goalPiece = within((size) => allLabelled(goal, { size, dir }), 48, 420);
  const top = head / 2;
  const bottom = (foot + height - edge) / 2;
  const markSize = venue === '' ? 44 : 32;
  const mark = wordmark(markSize);
  const last = corner && within(corner, 42, 420);
  // Between the two, wherever they end.
  const lastWidth = last?.width ?? 0;
  const free = width - 2 * MARGIN - mark.width - lastWidth;
  const between = MARGIN + (dir === 'rtl' ? lastWidth : mark.width) + free / 2;
  return (
    heading(
      { venue, title },
      { width: width - 2 * MARGIN - goalPiece.width - 40, sizes: TITLE },
      { ...start, y: top },
    ) +
    goalPiece.draw(end.x, baseline(top, 48), end.anchor) +
    mark.draw(start.x, baseline(bottom, markSize), start.anchor) +
    (said === null
      ? ''
      : within(
          (size) => words(said, { weight: 700, size, fill: COLOURS['brass-lit'] }, dir),
          42,
          free - 56,
        ).draw(between, baseline(bottom, 42), 'middle')) +
    (last?.draw(end.x, baseline(bottom, 42), end.anchor) ?? '')
  );
};
