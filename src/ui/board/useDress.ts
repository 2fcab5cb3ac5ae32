import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { dressOf, type Dress } from '../../core/overlay/dress.ts';
import type { Look } from '../../core/overlay/look.ts';
import { createFetched } from '../../stores/overlay/fetched.ts';
import { DESIGN_PARTS } from './designs.ts';

const designPart = createFetched(DESIGN_PARTS);

/** What a look dresses its board in; null until its design has come. */
export const useDress = ({ design, theme, accent }: Look): Dress | null => {
  const palettes = useStore(designPart(design));
  return useMemo(() => palettes && dressOf(palettes, { theme, accent }), [palettes, theme, accent]);
};
