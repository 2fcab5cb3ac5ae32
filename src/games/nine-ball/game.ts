import { otherSide } from '../../rules/rules.ts';
import type { Game } from '../../rules/game.ts';
import { rackCorrections } from '../pool/corrections.ts';
import { rackFormat } from '../pool/format.ts';
import type { RackFormat } from '../pool/racks.ts';
import { rackStatistics } from '../pool/statistics.ts';
import type { NineBallDetail } from './board.ts';
import { nineBall as rules, type NineBallMove, type NineBallState } from './rules.ts';
import { endings } from './endings.ts';
import { words } from './words.ts';

export const nineBall: Game<RackFormat, NineBallState, NineBallMove, NineBallDetail> = {
  ...rules,
  format: rackFormat,
  words,
  corrections: rackCorrections,
  statistics: (start, steps, startedAtMillis) =>
    rackStatistics(start, steps, startedAtMillis, {
      ...endings,
      // The third foul in a row also loses the rack.
      foulBy: (move) =>
        move.kind === 'foul'
          ? move.side
          : move.kind === 'rack' && move.how === 'threeFouls'
            ? otherSide(move.side)
            : null,
      more: () => [],
    }),
  isTyped: false,
};
