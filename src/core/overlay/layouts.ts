/** The ways in which the overlay's page draws a board, and their sizes in CSS pixels. */
export const LAYOUTS = { bar: { width: 1280, height: 150 } } as const;
