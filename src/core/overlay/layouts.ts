/** Sizes in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface Layout extends Size {
  /** Whether it fills whatever window it gets, rather than having its size; the size is then what it is drawn for. */
  readonly fills: boolean;
  /** Whether sponsors' logos are shown without being asked for. */
  readonly sponsors: boolean;
}

/** The ways in which a board is drawn. Each has its part in `src/ui/board/layouts.ts`. */
export const LAYOUTS = {
  bar: { width: 1280, height: 150, fills: false, sponsors: false },
  corner: { width: 392, height: 166, fills: false, sponsors: false },
  lower: { width: 1200, height: 184, fills: false, sponsors: true },
  full: { width: 1920, height: 112, fills: false, sponsors: true },
  tv: { width: 1920, height: 1080, fills: true, sponsors: true },
} as const satisfies Record<string, Layout>;

export type LayoutName = keyof typeof LAYOUTS;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as readonly LayoutName[];
