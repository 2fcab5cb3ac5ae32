import { createContext } from 'react';
import type { Alike } from './useFit.ts';

/** What both players have at one size, that of the longer text: neither is larger than the other. */
export type AlikeKind = 'name' | 'score' | 'frames';

export type AlikeGroups = Readonly<Record<AlikeKind, Alike>>;

export const newAlikeGroups = (): AlikeGroups => ({ name: new Set(), score: new Set(), frames: new Set() });

/** Of one board. */
export const AlikeContext = createContext<AlikeGroups | null>(null);
