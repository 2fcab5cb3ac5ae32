import { createElement } from 'react';
import type { GamePad } from '../../../ui/pad/game-pad.ts';
import { toAction } from '../../../core/match/log.ts';
import { foulOf } from '../../pool/pad/FoulSheet.tsx';
import { endingCommands, RACK_COMMANDS, rackPath } from '../../pool/pad/keyboard.ts';
import { RackPad, timeEntries, type PoolPad } from '../../pool/pad/RackPad.tsx';
import { eightBall, endingsOf, RACK_ENDINGS, type EightBallState } from '../rules.ts';
import { EightOnBreak } from './EightOnBreak.tsx';

const pool: PoolPad = {
  endingsOf,
  foulOf,
  fouls: { title: 'foul', note: 'foulNote' },
  MoreFouls: EightOnBreak,
};

export const pad: GamePad = {
  Line: null,
  Keys: (props) => createElement(RackPad, { ...props, pool }),
  entries: timeEntries,
  keyboard: {
    groups: [
      { title: 'eight-ball', keys: { ...RACK_COMMANDS, eightOnBreak: ['8'] } },
      { title: 'how', keys: endingCommands(['earlyEight', 'scratchOnEight', 'wrongPocket']) },
    ],
    offers: ({ state }) =>
      eightBall.moves(state as EightBallState).flatMap((move) => {
        // Corrections are made in a form.
        if (move.kind === 'set') return [];
        return { path: rackPath(move), ...toAction(move) };
      }),
    amend: () => null,
    label: (command, texts) => {
      const how = RACK_ENDINGS.find((name) => command === `how.${name}`);
      return how ? texts.pad.pool.ending[how] : null;
    },
  },
};
