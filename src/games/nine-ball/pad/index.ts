import { createElement } from 'react';
import { toAction } from '../../../rules/log.ts';
import { SIDES } from '../../../rules/rules.ts';
import type { GamePad } from '../../../features/pad-parts/game-pad.ts';
import { nameOf } from '../../../features/pad-parts/names.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { endingCommands, RACK_COMMANDS, rackOffers } from '../../pool/pad/keyboard.ts';
import type { PoolPad } from '../../pool/pad/props.ts';
import { RackPad } from '../../pool/pad/RackPad.tsx';
import { timeEntries } from '../../pool/pad/TimeKey.tsx';
import { endingsOf } from '../../pool/moves.ts';
import { endings } from '../endings.ts';
import { endingsFor, foulOf, nineBall, type NineBallState } from '../rules.ts';
import { MoreKeys } from './MoreKeys.tsx';

const pool: PoolPad = {
  endingsOf: (rack) => endingsOf(endingsFor, endings.losses, rack),
  fouls: { title: 'foulOrPushOut', note: 'who' },
  foulOf: (state, side, texts) => {
    const move = foulOf(state, side);
    const note =
      move.kind === 'rack'
        ? formatMessage(texts.pad.pool.thirdFoul, { name: nameOf(state, move.side, texts) })
        : formatMessage(texts.pad.pool.inARow, { n: state.fouls[side] });
    return { ...toAction(move), note };
  },
  MoreFouls: MoreKeys,
};

export const pad: GamePad = {
  Line: null,
  Keys: (props) => createElement(RackPad, { ...props, pool }),
  entries: timeEntries,
  keyboard: {
    groups: [
      {
        title: 'nine-ball',
        keys: {
          ...RACK_COMMANDS,
          pushOutA: ['q'],
          pushOutB: ['p'],
          shootsA: ['f'],
          shootsB: ['i'],
          legalA: ['g'],
          legalB: ['v'],
        },
      },
      { title: 'how', keys: endingCommands(['nineOnBreak']) },
    ],
    offers: ({ state }) => {
      const now = state as NineBallState;
      const third = SIDES.map((side) => ({ side, move: foulOf(now, side) })).filter(
        ({ move }) => move.kind === 'rack' && !now.over,
      );
      return [
        ...rackOffers(nineBall.moves(now)),
        ...third.map(({ side, move }) => ({ path: [`foul${side}`], ...toAction(move) })),
      ];
    },
    amend: () => null,
    label: (command, texts) => (command === 'how.nineOnBreak' ? texts.pad.pool.ending.nineOnBreak : null),
  },
};
