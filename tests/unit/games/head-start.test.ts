import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { historyOf } from '../../../src/core/match/history.ts';
import { statisticsOf } from '../../../src/core/match/statistics.ts';
import { foldResult } from '../../../src/core/results/fold-result.ts';
import { parseDetail, shownOf } from '../../../src/games/boards.ts';
import { GAMES } from '../../../src/games/games.ts';
import type { RackState } from '../../../src/games/pool/racks.ts';
import type { Body } from '../../../src/rules/read.ts';
import { isRefusal, otherSide, SIDES } from '../../../src/rules/rules.ts';
import { formatWith } from '../../common/formats.ts';
import { played, type Played } from '../match/matches.ts';

const POOL_GAMES = ['eight-ball', 'nine-ball'] as const;

const rack = (side: 'A' | 'B', how = 'plain') => ['rack', { side, how }] as const;

describe.each(POOL_GAMES)('a head start in %s', (game) => {
  const rules = GAMES[game];
  const format = (changes: Body = {}): Body => ({
    ...formatWith(game, 5),
    handicap: { A: 0, B: 2 },
    ...changes,
  });
  const boardOf = ({ state }: Pick<Played, 'state'>) => rules.board(state);
  const shown = (match: Pick<Played, 'state'>) => shownOf(boardOf(match));

  test('is in racks that don’t win the match, for either side', () => {
    const reads = (handicap: unknown, raceTo: number | null = 5): boolean =>
      rules.readFormat(format({ handicap, raceTo })) !== null;
    for (const fine of [undefined, { A: 0, B: 0 }, { A: 4, B: 4 }]) expect(reads(fine)).toBe(true);
    for (const wrong of [null, 2, [0, 2], { A: 2 }, { A: 5, B: 0 }, { A: 0, B: -1 }, { A: 0.5, B: 0 }])
      expect(reads(wrong), JSON.stringify(wrong)).toBe(false);
    expect(reads({ A: 98, B: 0 }, null)).toBe(true);
    expect(reads({ A: 99, B: 0 }, null)).toBe(false);
  });

  test('is on the board from the beginning, and said there; the first rack is the first that is played', () => {
    const begun = played(game, [], format());
    expect(boardOf(begun)).toMatchObject({ s1: 0, s2: 2, raceTo: 5 });
    expect(shown(begun)).toMatchObject({ handicap: [0, 2], rack: 1, wins: [0, 2] });
    expect(shown(played(game, [rack('A')], format()))).toMatchObject({ rack: 2, wins: [1, 2] });
    expect(parseDetail(boardOf(begun).detail)).toEqual(boardOf(begun).detail);
    const level = played(game, [], format({ handicap: undefined }));
    expect(shown(level).handicap).toBeNull();
    expect(boardOf(level).detail).not.toHaveProperty('handicap');
    expect(shown(played(game, [], format({ handicap: { A: 4, B: 4 } }))).remark).toBe('hillHill');
  });

  test('changes nothing about who breaks', () => {
    const moves = fc.array(fc.constantFrom(...SIDES), { maxLength: 12 });
    const breaks = fc.constantFrom('alternate', 'winner', 'loser');
    const starts = fc.record({ A: fc.nat(4), B: fc.nat(4) });
    fc.assert(
      fc.property(moves, breaks, starts, fc.constantFrom(...SIDES), (winners, rule, handicap, first) => {
        const racks = winners.map((side) => rack(side));
        // Long enough for both to go on.
        const level = format({ handicap: undefined, breaks: rule, first, raceTo: 40 });
        const ahead = { ...level, handicap };
        const [one, other] = [level, ahead].map((begins) => played(game, racks, begins));
        const breakers = (match: Played | undefined) =>
          (match?.state as RackState | undefined)?.played.map(({ breaker }) => breaker);
        expect(breakers(other)).toEqual(breakers(one));
      }),
    );
    const alternate = played(game, [], format({ handicap: { A: 1, B: 0 }, first: 'B' }));
    expect((alternate.state as RackState).breaker).toBe('B');
    const next = played(game, [rack('A')], format({ handicap: { A: 1, B: 0 }, first: 'B' }));
    expect((next.state as RackState).breaker).toBe(otherSide('B'));
  });

  test('counts towards the race, and towards no statistics', () => {
    const match = played(game, [rack('B', 'runOut'), rack('A'), rack('B'), rack('B')], format());
    expect(shown(match)).toMatchObject({ wins: [1, 5], winner: 'B', over: true });
    const { rows = [] } = statisticsOf(rules, match.start, match.lines, 0) ?? {};
    expect(rows).toContainEqual(['racks', { A: 1, B: 3 }]);
    expect(rows).toContainEqual(['longestRun', { A: 1, B: 2 }]);
    const headings = historyOf(rules, match.start, match.actions, match.lines).map(({ heading }) => heading);
    expect(headings.map((heading) => heading?.values?.['rack'])).toEqual([1, 2, 3, 4]);
    const entries = match.actions.map((action, index) => ({ ...action, seq: index + 1 }));
    const result = foldResult(game, { start: format(), startedAtMillis: 0, entries });
    expect(result).toMatchObject({ scores: [1, 5], winner: 'B', detail: { handicap: [0, 2] } });
    expect(result?.detail.units.map(({ winner }) => winner)).toEqual(['B', 'A', 'B', 'B']);
  });

  test('wins a timed match, if nobody catches up', () => {
    const timed = played(game, [rack('A'), ['time']], format({ raceTo: null, minutes: 30 }));
    expect(shown(timed)).toMatchObject({ wins: [1, 2], winner: 'B', over: true, minutes: 30 });
  });

  test('stays when racks are undone, and is less once a correction says fewer racks', () => {
    const undone = played(game, [rack('B'), ['undo', { t: '1' }]], format());
    expect(boardOf(undone)).toMatchObject({ s1: 0, s2: 2 });
    const set = (from: number, to: number) => ['set', { changes: { s2: { from, to } } }] as const;
    expect(shown(played(game, [set(2, 1)], format()))).toMatchObject({
      handicap: [0, 1],
      rack: 1,
      wins: [0, 1],
    });
    expect(shown(played(game, [set(2, 0), rack('A')], format()))).toMatchObject({
      handicap: null,
      rack: 2,
      wins: [1, 0],
    });
    // More racks than at the start were won.
    expect(shown(played(game, [set(2, 4)], format()))).toMatchObject({ handicap: [0, 2], rack: 3 });
    const short = rules.apply(played(game, [], format()).state, {
      kind: 'set',
      changes: { raceTo: { from: 5, to: 1 } },
    } as never);
    expect(isRefusal(short)).toBe(true);
  });
});
