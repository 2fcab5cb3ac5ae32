import type { Anchor } from '../../../../src/core/drawing/svg.ts';

/** Something of known width that can be placed anywhere. */
export interface Piece {
  /** Pixels. */
  readonly width: number;
  /** Its SVG, anchored at `x`; `y` is the baseline of adjacent text. */
  readonly draw: (x: number, y: number, anchor: Anchor) => string;
}

export const leftOf = (x: number, width: number, anchor: Anchor): number =>
  anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width;

/** Pieces side by side in a reading direction; `gap` in pixels. */
export const row = (pieces: readonly Piece[], gap: number, dir: 'ltr' | 'rtl'): Piece => {
  const width = pieces.reduce((sum, piece) => sum + piece.width, gap * Math.max(0, pieces.length - 1));
  return {
    width,
    draw: (x, y, anchor) => {
      let left = leftOf(x, width, anchor);
      return (dir === 'rtl' ? pieces.toReversed() : pieces)
        .map((piece) => {
          const drawn = piece.draw(left + piece.width / 2, y, 'middle');
          left += piece.width + gap;
          return drawn;
        })
        .join('');
    },
  };
};
