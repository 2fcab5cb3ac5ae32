/** Sizes and qualities of images, the same in both homes. */

/** Longest side we keep, in pixels: as much as a large screen shows. */
export const KEPT_SIDE = 3840;
export const KEPT_QUALITY = 85;

/** Pixels: logos fit inside, portraits fill. Enough for a 4K television. */
export const LOGO_SIZE = { width: 1200, height: 600 } as const;
export const PORTRAIT_SIZE = { width: 400, height: 400 } as const;

/**
 * The square of a picture that a portrait keeps, in pixels: the middle of a wide one. A tall one loses eleven times as
 * much below as above, because heads are above.
 */
export const portraitPart = ({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): { readonly left: number; readonly top: number; readonly side: number } => {
  const side = Math.min(width, height);
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 12), side };
};

/** Tried in this order: messengers reject previews of 300 kB. */
export const FITTED_QUALITIES = [80, 60, 40, 20] as const;
export const FITTED_BYTES = 300_000;

/** Chosen by eye: below this, red on green frays. */
export const DRAWN_QUALITY = 88;

/** The background of a picture: the room at its darkest, as in the stylesheets' `$colors`. */
export const DARK = '#07120e';
