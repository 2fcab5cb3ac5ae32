import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { foldResult } from '../../../src/core/results/fold-result.ts';
import type { PlayedUnit } from '../../../src/core/results/result.ts';
import { unitNotes } from '../../../src/features/match/unit-notes.ts';
import match from '../../../i18n/en/match.json' with { type: 'json' };
import overlay from '../../../i18n/en/overlay.json' with { type: 'json' };
import { FORMATS } from '../match/matches.ts';

const TEXTS = { match, overlay };
const { endings } = match;

const unit = (changes: Partial<PlayedUnit>): PlayedUnit => ({
  winner: 'A',
  points: null,
  how: null,
  high: null,
  endedAtMillis: 0,
  ...changes,
});

const notesOf = (game: string, how: string) => {
  const played = unit({ how });
  return { winner: unitNotes(game, played, 'A', TEXTS), loser: unitNotes(game, played, 'B', TEXTS) };
};

describe('a stored ending is drawn at the side that caused it', () => {
  test.each([
    ['eight-ball', ['earlyEight', 'scratchOnEight', 'wrongPocket', 'threeFouls', 'conceded', 'forfeit']],
    ['nine-ball', ['threeFouls', 'conceded', 'forfeit']],
    ['snooker', ['concede']],
  ] as const)('the losses of %s', (game, losses) => {
    for (const how of losses) expect(notesOf(game, how)).toEqual({ winner: [], loser: [endings[how]] });
  });

  test.each([
    ['eight-ball', ['runOut', 'breakAndRun']],
    ['nine-ball', ['runOut', 'breakAndRun', 'nineOnBreak']],
    ['snooker', ['award']],
  ] as const)('the wins of %s', (game, wins) => {
    for (const how of wins) expect(notesOf(game, how)).toEqual({ winner: [endings[how]], loser: [] });
  });

  test.each([
    ['an ordinary ending', 'eight-ball', 'plain'],
    ['another game’s', 'nine-ball', 'earlyEight'],
    ['that of a game newer than the page', 'one-pocket', 'conceded'],
    ['a name that every object has', 'snooker', 'constructor'],
  ])('%s has no note', (_, game, how) => {
    expect(notesOf(game, how)).toEqual({ winner: [], loser: [] });
  });

  test('a break is noted in any game', () => {
    const played = unit({ how: 'concede', high: { side: 'B', points: 42 } });
    expect(unitNotes('snooker', played, 'B', TEXTS)).toEqual([`${overlay.break} 42`, endings.concede]);
    expect(unitNotes('one-pocket', played, 'B', TEXTS)).toEqual([`${overlay.break} 42`]);
  });
});

test('a game’s own loss is counted and drawn at the loser, even if it wins in another', async () => {
  const module = '../../../src/games/nine-ball/endings.ts';
  vi.resetModules();
  vi.doMock(module, () => ({ endings: { wins: ['breakAndRun'], losses: ['runOut'] } }));
  // Files share their modules.
  onTestFinished(() => {
    vi.doUnmock(module);
    vi.resetModules();
  });
  const [fold, notes] = await Promise.all([
    import('../../../src/core/results/fold-result.ts'),
    import('../../../src/features/match/unit-notes.ts'),
  ]);
  const detailOf = (read: typeof foldResult, game: 'eight-ball' | 'nine-ball') => {
    const entry = { id: '1', seq: 1, kind: 'rack', body: { side: 'A', how: 'runOut' }, atMillis: 0 };
    const folded = read(game, { start: FORMATS[game], startedAtMillis: 0, entries: [entry] });
    return folded?.detail ?? expect.unreachable('nothing was played');
  };
  const own = detailOf(fold.foldResult, 'nine-ball');
  expect(own.rows).toContainEqual({ name: 'runOut', values: [0, 1] });
  expect(own.faults).toContain('runOut');
  const [rack = expect.unreachable('no rack')] = own.units;
  expect(notes.unitNotes('nine-ball', rack, 'A', TEXTS)).toEqual([]);
  expect(notes.unitNotes('nine-ball', rack, 'B', TEXTS)).toEqual([endings.runOut]);
  const others = detailOf(fold.foldResult, 'eight-ball');
  expect(others.rows).toContainEqual({ name: 'runOut', values: [1, 0] });
  expect(notes.unitNotes('eight-ball', rack, 'A', TEXTS)).toEqual([endings.runOut]);
});
