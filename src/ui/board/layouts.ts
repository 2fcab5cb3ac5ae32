import type { LayoutName } from '../../core/overlay/layouts.ts';
import type { LayoutPart } from './part.ts';

/** Each layout's part, fetched when it is drawn: a page pays for no other. */
export const LAYOUT_PARTS: Readonly<Record<LayoutName, () => Promise<LayoutPart>>> = {
  bar: async () => (await import('./BarLayout.tsx')).BarLayout,
  corner: async () => (await import('./BarLayout.tsx')).BarLayout,
  lower: async () => (await import('./BarLayout.tsx')).BarLayout,
  full: async () => (await import('./BarLayout.tsx')).BarLayout,
  tv: async () => (await import('./BarLayout.tsx')).BarLayout,
};
