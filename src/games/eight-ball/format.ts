import type { GameFormat } from '../../rules/format.ts';
import { rackFormat } from '../pool/format.ts';

export const format: GameFormat = {
  ...rackFormat,
  options: ['balls', ...rackFormat.options],
  clocks: ['off', 'matchroom', 'wpa', 'blackball', 'international', 'wepf', 'own'],
  start: (draft, extensions) => ({ ...rackFormat.start(draft, extensions), balls: draft.balls }),
};
