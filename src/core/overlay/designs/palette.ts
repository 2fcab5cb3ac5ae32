import type { Theme } from '../board.ts';

/** Ink colours, each with its grounds. */
export const INKS = {
  ground: ['text', 'quiet', 'accent', 'running', 'low'],
  plate: ['text', 'quiet', 'accent', 'running', 'low'],
  'plate-lit': ['text-lit', 'mark'],
  tile: ['number', 'number-waiting', 'quiet-tile', 'accent-tile', 'mark-tile', 'running-tile', 'low-tile'],
  won: ['on-won'],
} as const;

type Ground = keyof typeof INKS;
type Ink = (typeof INKS)[Ground][number];

/** Lines and shapes that carry no text. */
type Stroke = 'edge' | 'edge-tile' | 'paused' | 'track' | 'track-tile' | 'sweep';

/** Corner radius, as a multiple of the layout's own, and edge width. */
type Shape = 'radius' | 'edge-width';

/**
 * A design in one theme: the custom properties of boards, without their dashes. Grounds and inks are
 * lower-case hexadecimal colours, so that contrast can be computed.
 */
export type Palette = Readonly<Record<Ground | Ink | Stroke | Shape, string>>;

export interface Palettes extends Readonly<Record<Theme, Palette>> {
  /** The plate of the player at the table is filled with the venue's accent. */
  readonly filled?: true;
}

/** A ground that is a gradient from top to bottom. */
export const shade = (...stops: readonly string[]): string => `linear-gradient(180deg, ${stops.join(', ')})`;
