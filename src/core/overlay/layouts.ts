/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Layout extends Size {
  /** What it takes of its place, whatever scale is asked for: the whole of it, or its width. Its size is then what it is drawn for. */
  readonly fills: 'place' | 'width' | null;
  /** Whether it has a place for sponsors' logos, which it shows unless they are hidden. */
  readonly sponsors: boolean;
}

/** The ways in which a board is drawn. Each has its part in `src/ui/board/layouts.ts`. */
export const LAYOUTS = {
  bar: { width: 1280, height: 150, fills: null, sponsors: false },
  corner: { width: 392, height: 166, fills: null, sponsors: false },
  square: { width: 720, height: 720, fills: null, sponsors: true },
  lower: { width: 1200, height: 184, fills: null, sponsors: true },
  full: { width: 1920, height: 112, fills: 'width', sponsors: true },
  tv: { width: 1920, height: 1080, fills: 'place', sponsors: true },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];

/** What a layout is drawn on: it draws in pixels of `width` × `height`, and all of that is scaled. */
export interface Canvas extends Size {
  readonly scale: number;
  /** Higher than wide. */
  readonly upright: boolean;
}

/** Whether a layout's canvas follows the size of its place. */
export const isMeasured = (name: LayoutName, fit: boolean): boolean => fit || LAYOUTS[name].fills !== null;

/**
 * The canvas of a layout: of its own size, scaled as asked for; or scaled to the width of its `place`; or, where it fills
 * its place, at least as large as it is drawn for, turned where the place is upright, and longer as far as the place is.
 */
export const canvasOf = (name: LayoutName, scale: number, place: Size | null): Canvas => {
  const layout: Layout = LAYOUTS[name];
  const { width, height } = layout;
  if (place === null) return { width, height, scale, upright: false };
  if (layout.fills !== 'place') return { width, height, scale: place.width / width, upright: false };
  const upright = place.height > place.width;
  const [across, down] = upright ? [height, width] : [width, height];
  const filled = Math.min(place.width / across, place.height / down);
  return { width: place.width / filled, height: place.height / filled, scale: filled, upright };
};
