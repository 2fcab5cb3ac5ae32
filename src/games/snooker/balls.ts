/** The colours in ascending order, as they are cleared. */
export const COLOURS = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'] as const;
export type Colour = (typeof COLOURS)[number];
export type Ball = 'red' | Colour;

/** The possible balls on. */
export const ON = ['red', 'colour', ...COLOURS] as const;

/** How many of a break's last balls are sent to viewers: enough for any real break, but a limit for arbitrary input. */
export const BREAK_BALLS = 40;

/** WPBSA rule 3.1. */
export const VALUE: Readonly<Record<Ball, number>> = {
  red: 1,
  yellow: 2,
  green: 3,
  brown: 4,
  blue: 5,
  pink: 6,
  black: 7,
};

/** The colours still on the table when `colour` is on, starting with it. */
export const clearanceFrom = (colour: Colour): readonly Colour[] => COLOURS.slice(COLOURS.indexOf(colour));

/** The total value of the colours from `colour` to black: 27 for yellow. */
export const clearancePoints = (colour: Colour): number =>
  clearanceFrom(colour).reduce((sum, ball) => sum + VALUE[ball], 0);
