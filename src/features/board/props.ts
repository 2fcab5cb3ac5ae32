import type { TextsOf } from '../../i18n/texts.ts';
import type { ComponentType } from 'react';
import type { Board } from '../../core/overlay/board.ts';
import type { Branding } from '../../core/branding/branding.ts';
import type { Drawn } from '../../core/overlay/drawn.ts';
import type { Canvas } from '../../core/overlay/layouts.ts';
import type { Look } from '../../core/overlay/look.ts';
import type { BoardClocks } from './board-clocks.ts';

/** A board, and how it is drawn. */
export interface LayoutProps {
  readonly board: Board;
  /** Players' faces and sponsors, set by the venue. */
  readonly branding: Branding;
  readonly look: Look;
  readonly clocks: BoardClocks;
  /** In the look's language. */
  readonly texts: TextsOf<'overlay'>;
}

/** The props of a layout. */
export interface LayoutPartProps extends LayoutProps {
  readonly shown: Drawn;
  readonly canvas: Canvas;
}

export type LayoutPart = ComponentType<LayoutPartProps>;
