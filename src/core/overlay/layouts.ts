/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The least size of any text on air, in a layout's pixels. */
export const LEAST_TEXT = 22;

/** Taller than wide. */
export const isUpright = ({ width, height }: Size): boolean => height > width;

interface Layout extends Size {
  /** The dimension of its container that it fills, ignoring `scale`. Its own size is then only its design size. */
  readonly fills: 'place' | 'width' | null;
  /** Whether it has a place for sponsors' logos, shown by default. */
  readonly sponsors: boolean;
}

/** The layouts of a board. Their components are in `src/features/board/layouts.ts`. */
export const LAYOUTS = {
  bar: { width: 1280, height: 150, fills: null, sponsors: false },
  corner: { width: 500, height: 206, fills: null, sponsors: false },
  square: { width: 720, height: 720, fills: null, sponsors: true },
  lower: { width: 1200, height: 184, fills: null, sponsors: true },
  full: { width: 1920, height: 112, fills: 'width', sponsors: true },
  tv: { width: 1920, height: 1080, fills: 'place', sponsors: true },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];

/** The area that a layout draws in, `width` × `height` pixels, before scaling. */
export interface Canvas extends Size {
  readonly scale: number;
  readonly upright: boolean;
}

/**
 * The canvas of a layout. Usually its own size at the given scale, or less if its place is narrower. If it fits the width
 * of its `place`, it is scaled to that. If it fills its place, it has at least its design size, turned for an upright
 * place and stretched to the place's proportions. `place` is null until it is measured.
 */
export const canvasOf = (name: LayoutName, scale: number, place: Size | null, fit = false): Canvas => {
  const layout: Layout = LAYOUTS[name];
  const { width, height } = layout;
  if (place === null) return { width, height, scale, upright: false };
  if (layout.fills !== 'place') {
    // A measured place is in whole pixels.
    const isRoomy = !fit && layout.fills === null && place.width >= Math.floor(width * scale);
    return { width, height, scale: isRoomy ? scale : place.width / width, upright: false };
  }
  const upright = isUpright(place);
  const [across, down] = upright ? [height, width] : [width, height];
  const filled = Math.min(place.width / across, place.height / down);
  return { width: place.width / filled, height: place.height / filled, scale: filled, upright };
};
