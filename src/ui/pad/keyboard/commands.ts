import type { GameName } from '../../../games/boards.ts';
import {
  eightBall,
  RACK_ENDINGS,
  type EightBallMove,
  type EightBallState,
  type RackEnding,
} from '../../../games/eight-ball/rules.ts';
import type { Body } from '../../../core/rules/read.ts';
import type { Side } from '../../../core/rules/rules.ts';
import { VALUE, type Ball } from '../../../games/snooker/balls.ts';
import { snooker, snookerOffer, type SnookerMove, type SnookerState } from '../../../games/snooker/rules.ts';
import type { Scored } from '../../../stores/match/scoring.ts';

const BALL_COMMANDS = ['ball1', 'ball2', 'ball3', 'ball4', 'ball5', 'ball6', 'ball7'] as const;
const FOUL_COMMANDS = ['foul4', 'foul5', 'foul6', 'foul7'] as const;
const endingCommand = <How extends RackEnding>(how: How): `how.${How}` => `how.${how}`;

/** Everything that a key may be set to, by where it works: anywhere, in a game, or in a sheet that lies over it. */
export const COMMANDS = {
  always: [
    'undo',
    'redo',
    'history',
    'more',
    'hold',
    'newShot',
    'pauseShot',
    'shotClock',
    'clock',
    'help',
    'close',
  ],
  'eight-ball': ['rackA', 'rackB', 'how', 'foulA', 'foulB', 'extendA', 'extendB', 'eightOnBreak', 'time'],
  /** How a rack ended. */
  how: RACK_ENDINGS.map(endingCommand),
  snooker: [
    ...BALL_COMMANDS,
    'ballOn',
    'moreReds',
    'goOn',
    'foul',
    'playAgain',
    'replay',
    'claim',
    'respotA',
    'respotB',
    'concedeA',
    'concedeB',
    'awardA',
    'awardB',
    'rerack',
  ],
  /** What a foul cost. */
  foul: [
    ...FOUL_COMMANDS,
    'miss',
    'freeBall',
    'redsGoneMore',
    'redsGoneLess',
    'next.playsOn',
    'next.playsAgain',
    'next.replay',
  ],
} as const;

export type Context = keyof typeof COMMANDS;
export type Command = (typeof COMMANDS)[Context][number];

/** A score action, and the commands that lead to it one after the other. */
export interface Offer {
  readonly path: readonly Command[];
  readonly kind: string;
  readonly body: Body;
}

const offer = (path: readonly Command[], { kind, ...body }: EightBallMove | SnookerMove): Offer => ({
  path,
  kind,
  body,
});

/** Values are set in a form. */
const BY_HAND: readonly Offer[] = [];

const sided = <Name extends string>(name: Name, side: Side): `${Name}${Side}` => `${name}${side}`;

const poolOffers = (state: EightBallState): readonly Offer[] =>
  eightBall.moves(state).flatMap((move) => {
    switch (move.kind) {
      case 'rack': {
        const give = sided('rack', move.side);
        const { how = 'plain' } = move;
        return offer(how === 'plain' ? [give] : [give, 'how', endingCommand(how)], move);
      }
      case 'foul':
      case 'extend':
        return offer([sided(move.kind, move.side)], move);
      case 'eightOnBreak':
      case 'time':
        return offer([move.kind], move);
      default:
        return BY_HAND;
    }
  });

const ballCommand = (ball: Ball) => `ball${VALUE[ball]}` as (typeof BALL_COMMANDS)[number];

const snookerOffers = (state: SnookerState): readonly Offer[] => {
  const { pots, replaced } = snookerOffer(state);
  const [ballOn] = pots;
  const only = pots.length === 1 && ballOn ? [offer(['ballOn'], { kind: 'pot', balls: [ballOn] })] : [];
  return [
    ...only,
    ...snooker.moves(state).flatMap((move) => {
      switch (move.kind) {
        case 'pot': {
          const [first = 'red', ...more] = move.balls;
          return offer([ballCommand(first), ...more.map(() => 'moreReds' as const)], move);
        }
        case 'foul':
          return offer(['foul', `foul${move.points}` as (typeof FOUL_COMMANDS)[number]], move);
        case 'endVisit':
        case 'nextFrame':
          return offer(['goOn'], move);
        case 'playAgain':
          return offer([move.replaced === replaced ? 'replay' : 'playAgain'], move);
        case 'claim':
        case 'rerack':
          return offer([move.kind], move);
        case 'concede':
        case 'award':
          return offer([sided(move.kind, move.side)], move);
        case 'respotFirst':
          return offer([sided('respot', move.side)], move);
        default:
          return BY_HAND;
      }
    }),
  ];
};

/** Every score action that keys can make now. */
export const offers = ({ match, state }: Pick<Scored, 'match' | 'state'>): readonly Offer[] => {
  const game = match.game as GameName;
  switch (game) {
    case 'eight-ball':
      return poolOffers(state as EightBallState);
    case 'snooker':
      return snookerOffers(state as SnookerState);
    case 'plain':
      return [];
    default:
      game satisfies never;
      return [];
  }
};

/** The score actions that one command makes by itself. */
export const directOffers = (
  scored: Pick<Scored, 'match' | 'state'>,
): ReadonlyMap<Command, Pick<Offer, 'kind' | 'body'>> =>
  new Map(
    offers(scored).flatMap(({ path, ...action }) =>
      path.length === 1 && path[0] ? [[path[0], action] as const] : [],
    ),
  );

/**
 * The last stroke with one more red in it, as a replacement of its action; null when the last stroke can't have potted
 * another.
 */
export const withOneMoreRed = ({
  match,
  state,
  undoable,
}: Pick<Scored, 'match' | 'state' | 'undoable'>): (Pick<Offer, 'kind' | 'body'> & { id: string }) | null => {
  if (match.game !== 'snooker' || undoable?.effective.kind !== 'pot') return null;
  const { frame } = state as SnookerState;
  const move = snooker.read('pot', undoable.effective.body);
  if (move?.kind !== 'pot' || frame.on !== 'colour' || frame.reds === 0) return null;
  const { kind, ...body } = move;
  return { id: undoable.action.id, kind, body: { ...body, balls: [...move.balls, 'red'] } };
};

/** What keys can do now: what the rules offer, in the order of `COMMANDS`. */
export const commands = (scored: Pick<Scored, 'match' | 'state' | 'undoable' | 'redoable'>): Command[] => {
  const possible = new Set<Command>(offers(scored).flatMap(({ path }) => path));
  // Several reds at once begin with one: what the table offers is not yet what may be pressed.
  if (withOneMoreRed(scored)) possible.add('moreReds');
  else possible.delete('moreReds');
  if (scored.undoable) possible.add('undo');
  if (scored.redoable) possible.add('redo');
  const shot: readonly Command[] = ['newShot', 'pauseShot', 'shotClock', 'clock'];
  return Object.values(COMMANDS)
    .flat()
    .filter((command) => possible.has(command) || shot.includes(command));
};
