import { RACK_LOSSES } from '../endings.ts';
import type { Game } from '../../rules/game.ts';
import { rackCorrections } from '../pool/corrections.ts';
import { rackStatistics } from '../pool/statistics.ts';
import type { EightBallDetail } from './board.ts';
import { format } from './format.ts';
import {
  eightBall as rules,
  RACK_ENDINGS,
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
      endings: RACK_ENDINGS.filter((how) => how !== 'plain'),
      losses: RACK_LOSSES,
      foulBy: (move) => (move.kind === 'foul' ? move.side : null),
      more: ({ eightsOnBreak }) => [['eightOnBreak', eightsOnBreak]],
    }),
  isTyped: false,
};
