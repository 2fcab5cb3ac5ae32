/** Widths in pixels of a picture's copies; the original JPEG has the last. */
export const PICTURE_WIDTHS = [480, 800, 1200, 1600] as const;

export const PICTURE_SIZE = { width: 1600, height: 900 } as const;

/** The modern formats, best first; the JPEG is the fallback. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;

/** The `srcset` for the picture at `url` (`/images/1.jpg`) in a format: `/images/1-480.avif 480w, …`. */
export const pictureSet = (url: string, format: (typeof PICTURE_FORMATS)[number] | 'jpg'): string => {
  const base = url.replace(/\.jpg$/, '');
  return PICTURE_WIDTHS.map((width) => {
    const file = format === 'jpg' && width === PICTURE_SIZE.width ? url : `${base}-${width}.${format}`;
    return `${file} ${width}w`;
  }).join(', ');
};
