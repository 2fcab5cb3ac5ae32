/** How pictures come out of the image processor and off the rasterizer, wherever that is. */

/** Pixels of what is kept: as many as a large screen on a wall has. */
export const KEPT_SIDE = 3840;
export const KEPT_QUALITY = 85;

/** Pixels of marks: logos fit in, portraits fill it. Large enough for a 4K television. */
export const LOGO_SIZE = { width: 1200, height: 600 } as const;
export const PORTRAIT_SIZE = { width: 400, height: 400 } as const;

/** Tried in this order: messengers take no preview of 300 kB. */
export const FITTED_QUALITIES = [80, 60, 40, 20] as const;
export const FITTED_BYTES = 300_000;

/** Chosen by eye: below it red on green frays. */
export const DRAWN_QUALITY = 88;

/** Where a picture shows nothing: the room at its darkest, as `$colors` of the style sheets has it. */
export const DARK = '#07120e';
