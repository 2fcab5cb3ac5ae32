import { createContext, useContext } from 'react';
import type { May } from '../backend/contract.ts';

/** What whoever runs the desk may do. */
export const MayContext = createContext<May>(new Set());

export const useMay = (): May => useContext(MayContext);
