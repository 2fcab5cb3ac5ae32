import { isGame, type GameName } from '../../games/boards.ts';
import { MACHINES } from '../../games/machines.ts';
import { isSide, type Body } from '../../rules/read.ts';
import { capital } from '../../i18n/phrases.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

/** A move that a button can make. */
export interface ButtonMove {
  readonly move: string;
  readonly fields: Body;
}

const COMMON: readonly ButtonMove[] = [
  { move: 'undo', fields: {} },
  { move: 'clock', fields: {} },
  { move: 'shot', fields: {} },
];

/** The moves to offer for a button, given the game of the current match. */
export const buttonMoves = (game: string): readonly ButtonMove[] => {
  const own: GameName | null = isGame(game) ? game : null;
  return [...(own ? MACHINES[own].buttons : []), ...COMMON];
};

/** A button's move, in words. */
export const moveText = (texts: ScreenTexts, { move, fields }: ButtonMove): string => {
  const { machines, match, pad } = texts;
  const { side, by, points, balls } = fields;
  const player = isSide(side) ? match.sides[side] : '';
  const [ball] = Array.isArray(balls) ? (balls as readonly unknown[]) : [];
  switch (move) {
    case 'point':
      return formatMessage(machines.moves[by === -1 ? 'down' : 'up'], { player });
    case 'foul':
      return typeof points === 'number'
        ? capital(formatMessage(match.short.foul, { points }))
        : formatMessage(machines.moves.foul, { player });
    case 'rack':
      return formatMessage(machines.moves.rack, { player });
    case 'pot': {
      const names: Readonly<Record<string, string>> = match.balls;
      return formatMessage(machines.moves.pot, { ball: names[String(ball)] ?? String(ball) });
    }
    case 'endVisit':
    case 'nextFrame':
      return capital(match.short[move]);
    case 'undo':
      return pad.foot.undo;
    case 'clock':
    case 'shot':
      return machines.moves[move];
    default:
      return move;
  }
};
