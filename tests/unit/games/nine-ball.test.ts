import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDetail, shownOf } from '../../../src/games/boards.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import { nineBall } from '../../../src/games/nine-ball/game.ts';
import { foulOf, type NineBallMove, type NineBallState } from '../../../src/games/nine-ball/rules.ts';

interface Case {
  readonly name: string;
  readonly source: string;
  readonly breaks?: NineBallState['breaks'];
  readonly moves: readonly string[];
  readonly expect: Partial<NineBallState>;
}

const { cases } = JSON.parse(readFileSync(new URL('nine-ball.cases.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly Case[];
};

const START = nineBall.start({
  p1: 'Salma',
  p2: 'Mehdi',
  raceTo: 3,
  breaks: 'alternate',
  first: 'A',
  extensions: 1,
});

const moveOf = (notation: string, state: NineBallState): NineBallMove => {
  const [kind = '', side, how] = notation.replace('!', '').split(' ');
  if (kind === 'third') return foulOf(state, side === 'A' ? 'A' : 'B');
  const move = nineBall.read(kind, how === undefined ? { side } : { side, how });
  if (!move) throw new Error(`No move: ${notation}`);
  return move;
};

test.each(cases)('$name ($source)', ({ moves, breaks = START.breaks, expect: end }) => {
  let state: NineBallState = { ...START, breaks };
  for (const notation of moves) {
    const next = nineBall.apply(state, moveOf(notation, state));
    expect(isRefusal(next), notation).toBe(notation.startsWith('!'));
    if (!isRefusal(next)) state = next;
  }
  expect(state).toMatchObject(end);
});

test('whatever is offered is taken, and is read by viewers as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 80 }), (picks) => {
      let state = START;
      for (const pick of picks) {
        const offered = nineBall.moves(state);
        const move = offered[pick % Math.max(1, offered.length)];
        if (!move) break;
        const next = nineBall.apply(state, move);
        if (isRefusal(next)) throw new Error(next.refused);
        state = next;
        const { detail } = nineBall.board(state);
        expect(parseDetail(JSON.parse(JSON.stringify(detail)))).toEqual(detail);
        for (const side of ['A', 'B'] as const) expect(state.fouls[side]).toBeLessThan(3);
      }
    }),
  );
});

test('a push-out is said of who made it, beside who breaks and fouls in a row', () => {
  const pushed = nineBall.board({ ...START, pushOut: 'A' });
  expect(shownOf(pushed).notices).toEqual({ A: [{ kind: 'breaks' }, { kind: 'pushOut' }], B: [] });
  expect(parseDetail({ ...pushed.detail, pushOut: 'C' })).toBeNull();
});

test('the third foul in a row is a foul in the statistics, and a lost rack', () => {
  const moves = ['foul A', 'foul A', 'third A'];
  let before = START;
  const steps = moves.map((notation, index) => {
    const move = moveOf(notation, before);
    const after = nineBall.apply(before, move);
    if (isRefusal(after)) throw new Error(after.refused);
    const step = { move, before, after, atMillis: 60_000 * (index + 1) };
    before = after;
    return step;
  });
  const rows = Object.fromEntries(nineBall.statistics?.(START, steps, 0).rows ?? []);
  expect(rows).toMatchObject({ fouls: { A: 3, B: 0 }, threeFouls: { A: 1, B: 0 }, racks: { A: 0, B: 1 } });
});
