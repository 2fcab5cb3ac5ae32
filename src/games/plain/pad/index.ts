import type { GamePad } from '../../../ui/pad/game-pad.ts';
import { PlainKeys } from './PlainKeys.tsx';

export const pad: GamePad = {
  Line: null,
  Keys: PlainKeys,
  entries: () => [],
  keyboard: { groups: [], offers: () => [], amend: () => null, label: () => null },
};
