import { describe, expect, test } from 'vitest';
import { bracketPages, HEADING_ROWS, rowsOf } from '../../../src/core/television/bracket-pages.ts';
import { matchesOf, type Match } from '../../../src/core/tournament/bracket.ts';
import { tournamentOf, type Fact } from '../../../src/core/tournament/facts.ts';
import { fact, format, outcome, players } from '../../common/tournament-facts.ts';

const HD = { rows: 8, columns: 5 };

const drawn = (size: number, kind: 'single' | 'double', outcomes: readonly Fact[] = []): readonly Match[] => {
  const places = Array.from({ length: size }, (_, index) => index + 1);
  const shape = format({ kind, third: true, secondFinal: true });
  return matchesOf(tournamentOf([shape, ...players(size), fact('places', places), ...outcomes]));
};

/** Each page's blocks, with the first slot of each of its rounds. */
const shown = (matches: readonly Match[], room = HD) =>
  bracketPages(matches, room).map((page) =>
    page.map((block) => block.map((round) => `${round[0]?.slot.id}×${round.length}`).join(' ')),
  );

describe('a bracket in pages', () => {
  test('shows eight entries at once, with the match for third place', () => {
    expect(shown(drawn(8, 'single'))).toEqual([['w1.1×4 w2.1×2 w3.1×1', 't×1']]);
  });

  test('shows long rounds in slices, then the rounds that fit, and no page of third place alone', () => {
    expect(shown(drawn(32, 'single', [outcome('w1.1', [1, 2])]))).toEqual([
      ['w1.1×8 w2.1×4'],
      ['w1.9×8 w2.5×4'],
      ['w2.1×8 w3.1×4 w4.1×2 w5.1×1'],
    ]);
  });

  test.each([
    [8, 'single'],
    [32, 'single'],
    [64, 'single'],
    [8, 'double'],
    [32, 'double'],
    [128, 'double'],
  ] as const)('shows every match of %i entries, %s elimination, on a page that has room', (size, kind) => {
    const matches = drawn(size, kind);
    for (const room of [HD, { rows: 16, columns: 3 }, { rows: 1, columns: 1 }]) {
      const pages = bracketPages(matches, room);
      const seen = new Set(pages.flat(3).map(({ slot }) => slot.id));
      const known = matches.filter(({ sides }) => sides.some((who) => typeof who === 'number'));
      expect(known.filter(({ slot }) => !['f2', 't'].includes(slot.id) && !seen.has(slot.id))).toEqual([]);
      for (const page of pages) {
        const rows = page.reduce((sum, block) => sum + rowsOf(block) + HEADING_ROWS, 0);
        expect(rows).toBeLessThanOrEqual(room.rows + HEADING_ROWS);
        expect(Math.max(...page.map(({ length }) => length))).toBeLessThanOrEqual(room.columns);
      }
    }
  });

  test('leaves out pages on which all has been played, until everything has', () => {
    const half = Array.from({ length: 8 }, (_, index) =>
      outcome(`w1.${index + 1}`, [2 * index + 1, 2 * index + 2]),
    );
    const quarter = [1, 2, 3, 4].map((number) => outcome(`w2.${number}`, [4 * number - 3, 4 * number - 1]));
    expect(shown(drawn(32, 'single', [...half, ...quarter]))[0]).toEqual(['w1.9×8 w2.5×4']);
    // Nobody is known in the losers' rounds, nor in the finals.
    expect(shown(drawn(32, 'double'))).toEqual([['w1.1×8 w2.1×4'], ['w1.9×8 w2.5×4']]);
    const over = drawn(2, 'single', [outcome('w1.1', [1, 2])]);
    expect(shown(over)).toEqual([['w1.1×1']]);
  });
});
