import { coloursOf, hex, legible, lowest, type Rgb } from './contrast.ts';
import type { Palette, Palettes } from './designs/palette.ts';
import type { Look } from './look.ts';

const INKS_ON_ACCENT = ['#07120e', '#ffffff'];

/** The surface nearest to a colour on which the better of two inks is legible, and that ink. */
const filled = (color: Rgb): { readonly surface: string; readonly ink: string } => {
  const inks = INKS_ON_ACCENT.map((ink) => ({ ink, of: coloursOf(ink) }));
  const best = inks.reduce((one, other) => (lowest(color, other.of) > lowest(color, one.of) ? other : one));
  return { surface: hex(legible(color, best.of)), ink: best.ink };
};

/** The palette entries that a venue's accent replaces. Each use gets the nearest legible colour. */
const accented = (palette: Palette, accent: string, fills: boolean): Partial<Palette> => {
  const [color = [0, 0, 0]] = coloursOf(`#${accent}`);
  const on = (...grounds: readonly string[]): string => hex(legible(color, grounds.flatMap(coloursOf)));
  const { surface, ink } = filled(color);
  return {
    accent: on(palette.plate, palette.ground),
    'accent-tile': on(palette.tile),
    'mark-tile': on(palette.tile),
    won: surface,
    'on-won': ink,
    sweep: surface,
    ...(fills ? { 'plate-lit': surface, 'text-lit': ink, mark: ink } : { mark: on(palette['plate-lit']) }),
  };
};

/** CSS custom properties, with their dashes. */
export type DesignVariables = Readonly<Record<string, string>>;

/**
 * The custom properties that style a board. Every ink is legible on its ground, whatever the accent; see
 * docs/decisions/32-contrast-by-computing.md.
 */
export const designVariables = (
  palettes: Palettes,
  { theme, accent }: Pick<Look, 'theme' | 'accent'>,
): DesignVariables => {
  const palette = palettes[theme];
  const all =
    accent === null ? palette : { ...palette, ...accented(palette, accent, palettes.filled === true) };
  return {
    ...Object.fromEntries(Object.entries(all).map(([name, value]) => [`--${name}`, value])),
    // The brass goes with the design’s own colours: on a plate of another, letters over its lines might be too faint.
    ...(accent !== null && { '--zellige': 'none' }),
  };
};
