import { createContext, useContext } from 'react';
import type { May } from '../backend/contract.ts';

/** The permissions of the desk's user. */
export const MayContext = createContext<May>(new Set());

export const useMay = (): May => useContext(MayContext);
