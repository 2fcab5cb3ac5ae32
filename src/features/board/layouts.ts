import type { LayoutName } from '../../core/overlay/layouts.ts';
import { withStyles } from '../../kit/add-styles.ts';
import type { LayoutPart } from './props.ts';

interface LayoutModule {
  readonly default: LayoutPart;
  readonly styles: string;
}

/** Loads a layout's component and adds its styles. */
const layout = async (module: Promise<LayoutModule>): Promise<LayoutPart> => {
  const { default: part } = withStyles(await module, 'layout');
  return part;
};

/** Every layout is loaded only when used. */
export const LAYOUT_PARTS: Readonly<Record<LayoutName, () => Promise<LayoutPart>>> = {
  bar: async () => layout(import('./BarLayout.tsx')),
  corner: async () => layout(import('./CornerLayout.tsx')),
  square: async () => layout(import('./SquareLayout.tsx')),
  lower: async () => layout(import('./LowerLayout.tsx')),
  full: async () => layout(import('./FullLayout.tsx')),
  tv: async () => layout(import('./TvLayout.tsx')),
};
