import { toAction } from '../../rules/log.ts';
import { joined, phrase, playerOf } from '../../rules/phrase.ts';
import type { Name, Phrase } from '../../i18n/phrases.ts';
import { otherSide } from '../../rules/rules.ts';
import type { Words } from '../../rules/game.ts';
import { VALUE } from './balls.ts';
import type { SnookerDetail } from './board.ts';
import type { SnookerMove } from './rules.ts';

type Pot = SnookerMove & { kind: 'pot' };
type Foul = SnookerMove & { kind: 'foul' };

const ballsPhrase = ({ balls, freeBall }: Pot): Phrase => {
  const reds = balls.filter((ball) => ball === 'red').length;
  const others = balls.filter((ball) => ball !== 'red');
  return joined([
    ...(reds === 1 ? [phrase('balls.red')] : reds > 1 ? [phrase('log.reds', { count: reds })] : []),
    ...others.map((ball) =>
      ball === freeBall
        ? phrase('log.freeBallAs', { ball: phrase(`balls.${ball}`) })
        : phrase(`balls.${ball}`),
    ),
    ...(freeBall !== undefined && !others.includes(freeBall)
      ? [phrase('log.byFreeBall', { ball: phrase(`balls.${freeBall}`) })]
      : []),
  ]);
};

const foulExtras = ({ redsGone = 0, freeBall, miss }: Foul): readonly Phrase[] => [
  ...(redsGone > 0 ? [phrase('log.redsGone', { count: redsGone })] : []),
  ...(freeBall ? [phrase('log.freeBall')] : []),
  ...(miss ? [phrase('log.miss')] : []),
];

/** The offender, or the player asked to, plays again, perhaps with reds back on the table. */
const againPhrase = (player: Name | Phrase, replaced: number | undefined): Phrase => {
  if (replaced === undefined) return phrase('log.playAgain', { player });
  return phrase('log.replay', { player }, replaced > 0 ? [phrase('log.redsBack', { count: replaced })] : []);
};

const breakOf = (points: number): readonly Phrase[] => (points > 0 ? [phrase('log.break', { points })] : []);

/** A ball with its value. A free ball counts as the ball on, so its name doesn't show its value. */
const potShort = (move: Pot): Phrase => {
  const [ball, second] = move.balls;
  return ball !== undefined && second === undefined && move.freeBall === undefined
    ? phrase('log.ballValue', { ball: phrase(`balls.${ball}`), points: VALUE[ball] })
    : ballsPhrase(move);
};

/** More reds in one stroke can't be a slip of the thumb. */
const MOST_REDS = 4;

export const words: Words<SnookerMove, SnookerDetail> = {
  fields: { s1: 'framesA', s2: 'framesB', raceTo: 'bestOf' },
  move: (move, { before, after, turn }) => {
    const { break: running, frame } = before.detail;
    const player = turn === null ? phrase('log.somebody') : playerOf(before, turn);
    switch (move.kind) {
      case 'pot':
        return phrase(
          'log.pot',
          { player, balls: ballsPhrase(move) },
          after ? breakOf(after.detail.break) : [],
        );
      case 'endVisit':
        return phrase('log.endVisit', { player }, breakOf(running));
      case 'foul':
        return phrase('log.foulPoints', { player, points: move.points }, [
          ...foulExtras(move),
          ...breakOf(running),
          ...(move.again ? [againPhrase(player, move.replaced)] : []),
        ]);
      case 'playAgain':
        return againPhrase(turn === null ? player : playerOf(before, otherSide(turn)), move.replaced);
      case 'respotFirst':
      case 'concede':
      case 'award':
        return phrase(`log.${move.kind}`, { player: playerOf(before, move.side) });
      case 'claim':
        return phrase('log.claim', { player });
      case 'nextFrame':
        return phrase('log.nextFrame', { frame: frame + 1 });
      case 'rerack':
        return phrase('log.rerack');
      default:
        return move satisfies never;
    }
  },
  short: (move) => {
    switch (move.kind) {
      case 'pot':
        return potShort(move);
      case 'endVisit':
      case 'nextFrame':
        return phrase(`short.${move.kind}`);
      case 'foul':
        return phrase('short.foul', { points: move.points }, foulExtras(move));
      default:
        return null;
    }
  },
  outcome: (before, after) => {
    const [was, now] = [before.detail, after.detail];
    return [
      ...(was.frameWinner === null && now.frameWinner !== null
        ? [
            phrase('log.frameTo', {
              frame: now.frame,
              player: playerOf(after, now.frameWinner),
              a: now.points[0],
              b: now.points[1],
            }),
          ]
        : []),
      ...(!was.respotted && now.respotted ? [phrase('log.respotted')] : []),
    ];
  },
  instead: ({ kind, body }, offered) => {
    const ofKind = (name: string) => offered.filter((move) => move.kind === name).map(toAction);
    switch (kind) {
      case 'pot':
        return offered.filter((move) => move.kind === 'pot' && move.balls.length <= MOST_REDS).map(toAction);
      case 'foul':
        return [
          // Keeps the foul's other details.
          ...ofKind('foul').map((foul) => ({ kind, body: { ...body, ...foul.body } })),
          ...['freeBall', 'miss'].map((flag) => ({ kind, body: { ...body, [flag]: body[flag] !== true } })),
          ...ofKind('endVisit'),
        ];
      case 'endVisit':
        return ofKind('foul');
      case 'concede':
      case 'award':
      case 'respotFirst':
        return ofKind(kind);
      default:
        return [];
    }
  },
};
