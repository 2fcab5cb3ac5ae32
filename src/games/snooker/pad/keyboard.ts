import { toAction } from '../../../rules/log.ts';
import type { Scored } from '../../../features/match/scoring.ts';
import type { GameKeyboard, Keys, Offer } from '../../../features/pad-parts/game-pad.ts';
import { formatMessage } from '../../../i18n/format.ts';
import type { Next } from './foul.ts';
import { COLOURS, VALUE, type Ball } from '../balls.ts';
import { snooker, snookerOffer, type SnookerMove, type SnookerState } from '../rules.ts';

const BALLS: readonly Ball[] = ['red', ...COLOURS];
const FOULS = [4, 5, 6, 7] as const;
const NEXT: readonly Next[] = ['playsOn', 'playsAgain', 'replay'];

const ballCommand = (ball: Ball): string => `ball${VALUE[ball]}`;

const GAME_KEYS: Keys = {
  ...Object.fromEntries(BALLS.map((ball) => [ballCommand(ball), [String(VALUE[ball])]])),
  ballOn: ['PageDown'],
  moreReds: ['+', '='],
  goOn: ['e', 'Enter', 'PageUp'],
  foul: ['f'],
  playAgain: ['p'],
  replay: ['r'],
  claim: ['w'],
  respotA: ['a'],
  respotB: ['l'],
  concedeA: ['Shift+s'],
  concedeB: ['Shift+k'],
  awardA: ['Shift+a'],
  awardB: ['Shift+l'],
  rerack: ['Shift+r'],
};

/** The values of a foul. */
const FOUL_KEYS: Keys = {
  ...Object.fromEntries(FOULS.map((points) => [`foul${points}`, [String(points)]])),
  miss: ['m'],
  freeBall: ['b'],
  redsGoneMore: ['+', '='],
  redsGoneLess: ['-'],
  'next.playsOn': ['o'],
  'next.playsAgain': ['p'],
  'next.replay': ['r'],
};

const offer = (path: readonly string[], move: SnookerMove): Offer => ({ path, ...toAction(move) });

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
          return offer([ballCommand(first), ...more.map(() => 'moreReds')], move);
        }
        case 'foul':
          return offer(['foul', `foul${move.points}`], move);
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
          return offer([`${move.kind}${move.side}`], move);
        case 'respotFirst':
          return offer([`respot${move.side}`], move);
        default:
          // Corrections are made in a form.
          return [];
      }
    }),
  ];
};

/** The replacement action that adds a red to the last stroke; null if that stroke can't have potted another. */
export const withOneMoreRed = ({
  state,
  undoable,
}: Pick<Scored, 'state' | 'undoable'>): (Pick<Offer, 'kind' | 'body'> & { id: string }) | null => {
  if (undoable?.effective.kind !== 'pot') return null;
  const { frame } = state as SnookerState;
  const move = snooker.read('pot', undoable.effective.body);
  if (move?.kind !== 'pot' || frame.on !== 'colour' || frame.reds === 0) return null;
  const { kind, body } = toAction(move);
  return { id: undoable.action.id, kind, body: { ...body, balls: [...move.balls, 'red'] } };
};

export const keyboard: GameKeyboard = {
  groups: [
    { title: 'snooker', keys: GAME_KEYS },
    { title: 'foul', keys: FOUL_KEYS },
  ],
  offers: ({ state }) => snookerOffers(state as SnookerState),
  amend: (command, scored) => (command === 'moreReds' ? withOneMoreRed(scored) : null),
  label: (command, texts) => {
    const ball = BALLS.find((one) => command === ballCommand(one));
    if (ball) return texts.pad.ball[ball];
    const labels = texts.pad.keyboard.command;
    const points = FOULS.find((one) => command === `foul${one}`);
    if (points) return formatMessage(labels.points, { n: points });
    const next = NEXT.find((one) => command === `next.${one}`);
    return next ? labels.next[next] : null;
  },
};
