import { useMemo } from 'react';
import { dressOf, type Dress } from '../../core/overlay/dress.ts';
import type { Look } from '../../core/overlay/look.ts';
import { DESIGN_PARTS } from './designs.ts';
import { fetched } from './fetched.ts';

const { usePart: useDesign } = fetched(DESIGN_PARTS);

/** What a look dresses its board in; null until its design has come. */
export const useDress = ({ design, theme, accent }: Look): Dress | null => {
  const palettes = useDesign(design);
  return useMemo(() => palettes && dressOf(palettes, { theme, accent }), [palettes, theme, accent]);
};
