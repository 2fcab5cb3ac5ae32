import { expect, test } from 'vitest';
import type { Fact, Format } from '../../../src/core/tournament/facts.ts';
import { listOf } from '../../../src/core/tournament/list.ts';
import { parseShownTournament } from '../../../src/core/tournament/shown.ts';
import { entries, fact, format, outcome } from '../../common/tournament-facts.ts';
import { textsIn } from '../i18n/texts.ts';

/** The parts of a tournament's text, with quotes for the marks that isolate names. */
const lines = (shape: Partial<Format>, places: readonly (number | null)[], ...facts: readonly Fact[]) => {
  const shown = parseShownTournament({
    id: 'a-tournament',
    facts: [
      ...entries(['Amal', '', '<b>Chadi</b>', 'دريس']),
      format(shape),
      fact('places', places),
      ...facts,
    ],
    at: [{ slot: 'w2.1', pair: [1, 3], state: 'called', table: 'Table 2', units: null }],
  });
  return (shown ? listOf(shown, textsIn('en'), (table) => table) : []).map(({ heading, lines: all }) =>
    [heading, ...all].join('\n').replaceAll('\u2068', '«').replaceAll('\u2069', '»'),
  );
};

test('a bracket is said round by round', () => {
  const walkover = outcome('w1.2', [3, 4], [0, 0], { winner: 0, reason: 'walkover' });
  expect(lines({}, [1, 2, 3, 4], outcome('w1.1', [1, 2]), walkover)).toEqual([
    'Semi-finals\n«Amal» «3–1» «No. 2» · Winner: «Amal»\n«<b>Chadi</b>» – «دريس» · Walkover · Winner: «<b>Chadi</b>»',
    'Final\n«Amal» – «<b>Chadi</b>» · Called to «Table 2»',
  ]);
  const nobody = outcome('w1.2', [2, 3], [0, 0], { winner: null, reason: 'walkover' });
  expect(lines({}, [1, null, 2, 3], nobody)).toEqual([
    'Podium\n1. «Amal»\n2. «No. 2»\n2. «<b>Chadi</b>»',
    'Semi-finals\n«Amal» – Bye\n«No. 2» – «<b>Chadi</b>» · Neither came',
  ]);
});

test('once all is played, it begins with the podium', () => {
  const semis = [outcome('w1.1', [1, 2]), outcome('w1.2', [3, 4])];
  expect(lines({}, [1, 2, 3, 4], ...semis, outcome('w2.1', [1, 3]))[0]).toBe(
    'Podium\n1. «Amal»\n2. «<b>Chadi</b>»\n3. «No. 2»\n3. «دريس»',
  );
});

test('groups come first, each with all of its matches', () => {
  expect(lines({ groups: 2 }, [1, 2, 3, 4], outcome('g1.1', [1, 2])).slice(0, 3)).toEqual([
    'Group 1\n«Amal» «3–1» «No. 2» · Winner: «Amal»',
    'Group 2\n«<b>Chadi</b>» – «دريس»',
    'Semi-finals\nNot known yet – Not known yet\nNot known yet – Not known yet',
  ]);
});

test('before the draw, its players are listed', () => {
  expect(lines({}, [])).toEqual(['Players\n«Amal»\n«No. 2»\n«<b>Chadi</b>»\n«دريس»']);
});
