/** The minimum text size for reading across a room: 28 of 1080 pixels of the screen's shorter side. */
const LEAST_PART = 28 / 1080;

/** The smallest text of a screen, in CSS pixels. */
export const minTextPixels = (): number => Math.ceil(Math.min(innerWidth, innerHeight) * LEAST_PART);
