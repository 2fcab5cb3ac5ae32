import type { LayoutName } from '../../core/overlay/layouts.ts';
import type { LayoutPart } from './part.ts';

/** Each layout's part, fetched when it is drawn: a page pays for no other. */
export const LAYOUT_PARTS: Readonly<Record<LayoutName, () => Promise<LayoutPart>>> = {
  bar: async () => (await import('./BarLayout.tsx')).BarLayout,
  corner: async () => (await import('./CornerLayout.tsx')).CornerLayout,
  lower: async () => (await import('./LowerLayout.tsx')).LowerLayout,
  full: async () => (await import('./FullLayout.tsx')).FullLayout,
  tv: async () => (await import('./TvLayout.tsx')).TvLayout,
};
