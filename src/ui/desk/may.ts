import { createContext, useContext } from 'react';
import type { May } from '../../stores/match/venue.ts';

/** What whoever runs the desk may do. */
export const MayContext = createContext<May>(new Set());

export const useMay = (): May => useContext(MayContext);
