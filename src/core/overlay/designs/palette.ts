import type { Theme } from '../board.ts';

/** What can be read, by what it stands on. */
export const INKS = {
  ground: ['text', 'quiet', 'accent', 'running', 'low'],
  plate: ['text', 'quiet', 'accent', 'running', 'low'],
  'plate-lit': ['text-lit', 'mark'],
  tile: ['number', 'number-waiting', 'quiet-tile', 'accent-tile', 'mark-tile', 'running-tile', 'low-tile'],
  won: ['on-won'],
} as const;

type Ground = keyof typeof INKS;
type Ink = (typeof INKS)[Ground][number];

/** Lines and shapes that nothing is written on. */
type Stroke = 'edge' | 'edge-tile' | 'paused' | 'track' | 'track-tile' | 'sweep';

/** How round corners are, as a multiple of the layout's own radius, and how wide edges are. */
type Shape = 'radius' | 'edge-width';

/**
 * A design in one theme: the custom properties that boards are drawn with, without their dashes. Grounds and inks are
 * written in hexadecimal digits, in lower case, so that they can be computed with.
 */
export type Palette = Readonly<Record<Ground | Ink | Stroke | Shape, string>>;

export interface Palettes extends Readonly<Record<Theme, Palette>> {
  /** The plate of whoever is at the table is filled with a venue's own accent. */
  readonly filled?: true;
}

/** A ground that changes from top to bottom. */
export const shade = (...stops: readonly string[]): string => `linear-gradient(180deg, ${stops.join(', ')})`;
