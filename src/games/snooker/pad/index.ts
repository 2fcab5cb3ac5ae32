import type { GamePad } from '../../../ui/pad/game-pad.ts';
import { frameEntries } from './closing.tsx';
import { keyboard } from './keyboard.ts';
import { SnookerCloth } from './SnookerCloth.tsx';
import { SnookerLine } from './SnookerLine.tsx';

export const pad: GamePad = { Line: SnookerLine, Keys: SnookerCloth, entries: frameEntries, keyboard };
