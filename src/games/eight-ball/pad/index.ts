import { createElement } from 'react';
import type { GamePad } from '../../../features/pad-parts/game-pad.ts';
import { foulOf } from '../../pool/pad/FoulSheet.tsx';
import { endingCommands, RACK_COMMANDS, rackOffers } from '../../pool/pad/keyboard.ts';
import type { PoolPad } from '../../pool/pad/props.ts';
import { RackPad } from '../../pool/pad/RackPad.tsx';
import { timeEntries } from '../../pool/pad/TimeKey.tsx';
import { endingsOf } from '../../pool/moves.ts';
import { endings } from '../endings.ts';
import { eightBall, endingsFor, RACK_ENDINGS, type EightBallState } from '../rules.ts';
import { EightOnBreak } from './EightOnBreak.tsx';

const pool: PoolPad = {
  endingsOf: (rack) => endingsOf(endingsFor, endings.losses, rack),
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
    offers: ({ state }) => rackOffers(eightBall.moves(state as EightBallState)),
    amend: () => null,
    label: (command, texts) => {
      const how = RACK_ENDINGS.find((name) => command === `how.${name}`);
      return how ? texts.pad.pool.ending[how] : null;
    },
  },
};
