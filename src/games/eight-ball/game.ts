import type { Game } from '../../rules/game.ts';
import { rackCorrections } from '../pool/corrections.ts';
import { rackStatistics } from '../pool/statistics.ts';
import type { EightBallDetail } from './board.ts';
import { endings } from './endings.ts';
import { format } from './format.ts';
import {
  eightBall as rules,
  type EightBallFormat,
  type EightBallMove,
  type EightBallState,
} from './rules.ts';
import { words } from './words.ts';

export const eightBall: Game<EightBallFormat, EightBallState, EightBallMove, EightBallDetail> = {
  ...rules,
  format,
  words,
  corrections: rackCorrections,
  statistics: (start, steps, startedAtMillis) =>
    rackStatistics(start, steps, startedAtMillis, {
      ...endings,
      foulBy: (move) => (move.kind === 'foul' ? move.side : null),
      more: ({ eightsOnBreak }) => [['eightOnBreak', eightsOnBreak]],
    }),
  isTyped: false,
};
