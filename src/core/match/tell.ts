import type { Changes } from '../rules/corrections.ts';
import type { PlainMove, PlainView } from '../rules/plain.ts';
import type { Named } from '../rules/players.ts';
import type { PoolMove, PoolView } from '../rules/pool.ts';
import { otherSide, type Side } from '../rules/rules.ts';
import { VALUE } from '../rules/snooker/balls.ts';
import type { SnookerMove, SnookerView } from '../rules/snooker/match.ts';
import { phrase, type Name, type Phrase } from './phrase.ts';

/** What one move was, in words. */

export type Move = PlainMove | PoolMove | SnookerMove;
export type View = PlainView | PoolView | SnookerView;

/** How a match stood around a move. */
interface Around {
  readonly before: View;
  /** Null when the move doesn't count. */
  readonly after: View | null;
  /** Who was at the table. */
  readonly turn: Side | null;
}

const poolDetail = (view: View): PoolView['detail'] | null =>
  'detail' in view && view.detail.game === 'eight-ball' ? view.detail : null;

export const snookerDetail = (view: View): SnookerView['detail'] | null =>
  'detail' in view && view.detail.game === 'snooker' ? view.detail : null;

/** A side by its player's name, or by its letter where there is none. */
export const playerOf = (names: Named, side: Side): Name | Phrase => {
  const name = side === 'A' ? names.p1 : names.p2;
  return name.trim() ? { name } : phrase(`sides.${side}`);
};

const FIELD_OF_SCORE = {
  plain: { s1: 'scoreA', s2: 'scoreB', raceTo: 'raceTo' },
  'eight-ball': { s1: 'racksA', s2: 'racksB', raceTo: 'raceTo' },
  snooker: { s1: 'framesA', s2: 'framesB', raceTo: 'bestOf' },
};

/** The name of a value that is corrected by hand, in the game of a board. */
export const fieldPhrase = (view: View, field: string): Phrase => {
  const game = 'detail' in view ? view.detail.game : 'plain';
  const own: Readonly<Record<string, string>> = FIELD_OF_SCORE[game];
  return phrase(`fields.${Object.hasOwn(own, field) ? (own[field] ?? field) : field}`);
};

const valuePhrase = (names: Named, field: string, value: unknown): number | Name | Phrase => {
  if (value === 'A' || value === 'B') return playerOf(names, value);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return phrase(value ? 'told.yes' : 'told.no');
  if (typeof value !== 'string') return phrase('told.timed');
  if (field === 'p1' || field === 'p2') return value.trim() ? { name: value } : phrase('told.noName');
  return phrase(`${field === 'on' ? 'balls' : field === 'balls' ? 'sets' : field}.${value}`);
};

const corrections = (view: View, changes: Changes): readonly Phrase[] => {
  const key = 'detail' in view ? 'told.corrected' : 'told.changed';
  return Object.entries(changes).map(([field, { from, to }]) =>
    phrase(key, {
      field: fieldPhrase(view, field),
      from: valuePhrase(view, field, from),
      to: valuePhrase(view, field, to),
    }),
  );
};

const joined = ([first, ...more]: readonly Phrase[]): Phrase =>
  first ? { ...first, also: [...(first.also ?? []), ...more] } : phrase('told.nothing');

const ballsPhrase = ({ balls, freeBall }: SnookerMove & { kind: 'pot' }): Phrase => {
  const reds = balls.filter((ball) => ball === 'red').length;
  const others = balls.filter((ball) => ball !== 'red');
  return joined([
    ...(reds === 1 ? [phrase('balls.red')] : reds > 1 ? [phrase('told.reds', { count: reds })] : []),
    ...others.map((ball) =>
      ball === freeBall
        ? phrase('told.freeBallAs', { ball: phrase(`balls.${ball}`) })
        : phrase(`balls.${ball}`),
    ),
    ...(freeBall !== undefined && !others.includes(freeBall)
      ? [phrase('told.byFreeBall', { ball: phrase(`balls.${freeBall}`) })]
      : []),
  ]);
};

const foulExtras = ({ redsGone = 0, freeBall, miss }: SnookerMove & { kind: 'foul' }): readonly Phrase[] => [
  ...(redsGone > 0 ? [phrase('told.redsGone', { count: redsGone })] : []),
  ...(freeBall ? [phrase('told.freeBall')] : []),
  ...(miss ? [phrase('told.miss')] : []),
];

const breakOf = (points: number): readonly Phrase[] => (points > 0 ? [phrase('told.break', { points })] : []);

/** A move as a line of the history: who did what, and what it brought. */
export const tell = (move: Move, around: Around): Phrase => {
  const { before, after, turn } = around;
  const snooker = snookerDetail(before);
  const running = snooker?.break ?? 0;
  const player = turn === null ? phrase('told.somebody') : playerOf(before, turn);
  switch (move.kind) {
    case 'set':
      return joined(corrections(before, move.changes));
    case 'pot': {
      const detail = after && snookerDetail(after);
      return phrase('told.pot', { player, balls: ballsPhrase(move) }, detail ? breakOf(detail.break) : []);
    }
    case 'endVisit':
      return phrase('told.endVisit', { player }, breakOf(running));
    case 'foul':
      return 'side' in move
        ? phrase('told.foul', { player: playerOf(before, move.side) })
        : phrase('told.foulPoints', { player, points: move.points }, [
            ...foulExtras(move),
            ...breakOf(running),
          ]);
    case 'playAgain': {
      const again = turn === null ? player : playerOf(before, otherSide(turn));
      if (move.replaced === undefined) return phrase('told.playAgain', { player: again });
      const reds = move.replaced > 0 ? [phrase('told.redsBack', { count: move.replaced })] : [];
      return phrase('told.replay', { player: again }, reds);
    }
    case 'respotFirst':
    case 'concede':
    case 'award':
    case 'extend':
      return phrase(`told.${move.kind}`, { player: playerOf(before, move.side) });
    case 'claim':
      return phrase('told.claim', { player });
    case 'nextFrame':
      return phrase('told.nextFrame', { frame: (snooker?.frame ?? 0) + 1 });
    case 'rack':
      return rackPhrase(move, before, before.s1 + before.s2 + 1);
    case 'eightOnBreak': {
      const breaker = poolDetail(before)?.breaker ?? null;
      return phrase('told.eightOnBreak', { player: breaker === null ? player : playerOf(before, breaker) });
    }
    case 'rerack':
    case 'time':
      return phrase(`told.${move.kind}`);
    default:
      return move satisfies never;
  }
};

const rackPhrase = ({ side, how }: PoolMove & { kind: 'rack' }, names: Named, rack: number): Phrase =>
  phrase(
    'told.rack',
    { rack, player: playerOf(names, side) },
    how === undefined || how === 'plain' ? [] : [phrase(`endings.${how}`)],
  );

/** A ball with what it counts: the free ball counts as the ball on, which its name doesn't tell. */
const potShort = (move: SnookerMove & { kind: 'pot' }): Phrase => {
  const [ball, second] = move.balls;
  return ball !== undefined && second === undefined && move.freeBall === undefined
    ? phrase('told.ballValue', { ball: phrase(`balls.${ball}`), points: VALUE[ball] })
    : ballsPhrase(move);
};

/** A move as a button names it. `board` is the board with the move in it; `rack` the rack that it gave, if it did. */
export const tellShort = (move: Move, board: View, turn: Side | null, rack: number): Phrase => {
  switch (move.kind) {
    case 'pot':
      return potShort(move);
    case 'endVisit':
      return phrase('short.endVisit');
    case 'foul':
      return 'side' in move
        ? tell(move, { before: board, after: null, turn })
        : phrase('short.foul', { points: move.points }, foulExtras(move));
    case 'rack':
      return rackPhrase({ kind: 'rack', side: move.side }, board, rack);
    case 'nextFrame':
      return phrase('short.nextFrame');
    case 'set': {
      const [field, ...more] = Object.keys(move.changes);
      const name = field === undefined ? phrase('told.nothing') : fieldPhrase(board, field);
      return phrase(
        'short.set',
        { field: name },
        more.map((other) => fieldPhrase(board, other)),
      );
    }
    default:
      return tell(move, { before: board, after: null, turn });
  }
};

/** What a move ended: a frame, a match. */
export const tellOutcome = ({ before, after }: Pick<Around, 'before' | 'after'>): readonly Phrase[] => {
  if (!after) return [];
  const [frame, snooker] = [snookerDetail(before), snookerDetail(after)];
  const pool = poolDetail(after);
  const wasOver = poolDetail(before)?.over ?? frame?.winner !== null;
  const winner = (snooker ?? pool)?.winner ?? null;
  const isOver = pool?.over ?? (snooker !== null && winner !== null);
  const score = [after.s1, after.s2] as const;
  return [
    ...(snooker && frame?.frameWinner === null && snooker.frameWinner !== null
      ? [
          phrase('told.frameTo', {
            frame: snooker.frame,
            player: playerOf(after, snooker.frameWinner),
            a: snooker.points[0],
            b: snooker.points[1],
          }),
        ]
      : []),
    ...(snooker && frame && !frame.respotted && snooker.respotted ? [phrase('told.respotted')] : []),
    ...(isOver && !wasOver
      ? [
          winner === null
            ? phrase('told.drawn', { a: score[0], b: score[1] })
            : phrase('told.matchTo', { player: playerOf(after, winner), a: score[0], b: score[1] }),
        ]
      : []),
  ];
};
