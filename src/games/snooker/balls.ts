/** The colours in rising order, as they are cleared. */
export const COLOURS = ['yellow', 'green', 'brown', 'blue', 'pink', 'black'] as const;
export type Colour = (typeof COLOURS)[number];
export type Ball = 'red' | Colour;

/** What can be on. */
export const ON = ['red', 'colour', ...COLOURS] as const;

/** The last balls of a break that viewers get: all of any that could be played, though not of any that could be typed. */
export const BREAK_BALLS = 40;

/** WPBSA 3.1. */
export const VALUE: Readonly<Record<Ball, number>> = {
  red: 1,
  yellow: 2,
  green: 3,
  brown: 4,
  blue: 5,
  pink: 6,
  black: 7,
};

/** The colours that are still on the table when `colour` is on, which comes first. */
export const clearanceFrom = (colour: Colour): readonly Colour[] => COLOURS.slice(COLOURS.indexOf(colour));

/** The points of the colours from `colour` to black: 27 for yellow. */
export const clearancePoints = (colour: Colour): number =>
  clearanceFrom(colour).reduce((sum, ball) => sum + VALUE[ball], 0);
