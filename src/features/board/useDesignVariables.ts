import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { designVariables, type DesignVariables } from '../../core/overlay/design-variables.ts';
import type { Look } from '../../core/overlay/look.ts';
import { createFetched } from '../../kit/fetched.ts';
import { DESIGN_PARTS } from './designs.ts';

const designPart = createFetched(DESIGN_PARTS);

/** The custom properties of a look's design; null until the design has loaded. */
export const useDesignVariables = ({ design, theme, accent }: Look): DesignVariables | null => {
  const palettes = useStore(designPart(design)) ?? null;
  return useMemo(() => palettes && designVariables(palettes, { theme, accent }), [palettes, theme, accent]);
};
