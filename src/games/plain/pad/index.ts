import type { GamePad } from '../../../features/pad-parts/game-pad.ts';
import { PlainKeys } from './PlainKeys.tsx';

export const pad: GamePad = {
  Line: null,
  Keys: PlainKeys,
  entries: () => [],
  keyboard: { groups: [], offers: () => [], amend: () => null, label: () => null },
};
