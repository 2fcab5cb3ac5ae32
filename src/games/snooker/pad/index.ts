import type { GamePad } from '../../../features/pad-parts/game-pad.ts';
import { frameEntries } from './closing.tsx';
import { keyboard } from './keyboard.ts';
import { SnookerCloth } from './SnookerCloth.tsx';
import { SnookerLine } from './SnookerLine.tsx';

export const pad: GamePad = { Line: SnookerLine, Keys: SnookerCloth, entries: frameEntries, keyboard };
