import { createContext } from 'react';
import type { Alike } from './useFit.ts';

/** What both players have at one size, that of the longer text: neither is larger than the other. */
export type EqualSizeKind = 'name' | 'score' | 'frames';

export type EqualSizeGroups = Readonly<Record<EqualSizeKind, Alike>>;

export const newEqualSizeGroups = (): EqualSizeGroups => ({
  name: new Set(),
  score: new Set(),
  frames: new Set(),
});

/** Of one board. */
export const EqualSizeContext = createContext<EqualSizeGroups | null>(null);
