import { createContext } from 'react';
import type { Alike } from './useFit.ts';

/** Texts that both players have at one size, or names at similar ones, so that neither looks more important. */
export type EqualSizeKind = 'name' | 'score' | 'frames';

export type EqualSizeGroups = Readonly<Record<EqualSizeKind, Alike>>;

export const newEqualSizeGroups = (): EqualSizeGroups => ({
  name: new Set(),
  score: new Set(),
  frames: new Set(),
});

/** The groups of one board. */
export const EqualSizeContext = createContext<EqualSizeGroups | null>(null);
