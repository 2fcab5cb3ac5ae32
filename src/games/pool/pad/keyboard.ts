import { toAction } from '../../../rules/log.ts';
import { RACK_LOSSES } from '../endings.ts';
import type { Side } from '../../../rules/rules.ts';
import type { Keys, Offer } from '../../../features/pad-parts/game-pad.ts';

/** The keys of all pool games: one hand per side of the board. */
export const RACK_COMMANDS: Keys = {
  rackA: ['a', 'ArrowLeft', 'PageUp'],
  rackB: ['l', 'ArrowRight', 'PageDown'],
  how: ['w'],
  foulA: ['s'],
  foulB: ['k'],
  extendA: ['d'],
  extendB: ['j'],
  time: ['e'],
};

/**
 * The keys for a rack's ending. Up to three endings of the game itself come between the common ones. A command has the
 * same keys in every game.
 */
export const endingCommands = (own: readonly string[]): Keys =>
  Object.fromEntries(
    [
      ...['plain', 'runOut', 'breakAndRun'].map((how, index) => [how, index + 1] as const),
      ...own.map((how, index) => [how, index + 4] as const),
      ...RACK_LOSSES.map((how, index) => [how, index + 7] as const),
    ].map(([how, digit]) => [`how.${how}`, [String(digit)]]),
  );

interface Offered {
  readonly kind: string;
  readonly side?: Side;
  readonly how?: string;
}

/** The moves available by keyboard; corrections are made in a form. */
export const rackOffers = (moves: readonly Offered[]): readonly Offer[] =>
  moves
    .filter(({ kind }) => kind !== 'set')
    .map((move) => {
      const { kind, side = '', how = 'plain' } = move;
      return {
        path: [`${kind}${side}`, ...(how === 'plain' ? [] : ['how', `how.${how}`])],
        ...toAction(move),
      };
    });
