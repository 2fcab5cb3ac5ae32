import { parseArgs } from 'node:util';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName } from '../../../src/core/overlay/layouts.ts';

/**
 * The layout that `--layout` names, by default the bar, with the window that it is drawn for. Throws for an unknown
 * one.
 */
export const askedLayout = (): { layout: LayoutName; viewport: { width: number; height: number } } => {
  const { values } = parseArgs({ options: { layout: { type: 'string', default: 'bar' } } });
  const layout = LAYOUT_NAMES.find((name) => name === values.layout);
  if (!layout) throw new Error(`--layout takes one of ${LAYOUT_NAMES.join(', ')}.`);
  const { width, height } = LAYOUTS[layout];
  return { layout, viewport: { width, height } };
};
