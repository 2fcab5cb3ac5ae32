import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { matchesOf } from '../../../src/core/tournament/bracket.ts';
import { tournamentOf, type Fact, type Format } from '../../../src/core/tournament/facts.ts';
import { Bracket, type At } from '../../../src/features/tournament/Bracket.tsx';
import { roundText } from '../../../src/core/tournament/words.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { entries, fact, format, outcome, players } from '../../common/tournament-facts.ts';
import { textsIn } from '../i18n/texts.ts';

const NAMES = ['Salma', 'عبد الحق', '<b>Zoë</b>', 'Y'.repeat(60), ''];

const five: readonly Fact[] = [
  format({ kind: 'double', secondFinal: true }),
  ...entries(NAMES),
  fact('places', [1, null, 4, null, 2, 3, 5, null]),
];

/** The text of a drawn bracket, a line for each heading and side. */
const drawn = (locale: Locale, facts: readonly Fact[], at?: ReadonlyMap<string, At>): readonly string[] => {
  const tournament = tournamentOf(facts);
  return renderToStaticMarkup(
    createElement(Bracket, {
      tournament,
      matches: matchesOf(tournament),
      texts: textsIn(locale),
      ...(at && { at }),
    }),
  )
    .split(/<\/(?:h3|h4|li)>/u)
    .map((part) =>
      part
        .replaceAll(/<[^>]*>/gu, ' ')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    )
    .filter((part) => part !== '');
};

describe('a drawn bracket', () => {
  test('names rounds and sides, byes once, and no second final before it has to be played', () => {
    const at = new Map([['w1.3', { state: 'playing', table: 'Table 3' }] as const]);
    const lines = drawn('en', [...five, outcome('w2.1', [1, 4], [0, 0], { reason: 'walkover' })], at);
    expect(lines.slice(0, 14)).toEqual([
      ...['Winners’ bracket', 'Winners’ round 1', 'Salma', 'Bye', 'Y'.repeat(60), 'Bye'],
      ...['عبد الحق', '&lt;b&gt;Zoë&lt;/b&gt;', 'Playing on Table 3', 'No. 5', 'Bye'],
      ...['Winners’ round 2', 'Salma No-show', 'Y'.repeat(60)],
    ]);
    expect(lines).toContain('Final');
    expect(lines).not.toContain('Second final');
  });

  test('a second final is drawn beside the first', () => {
    const facts: readonly Fact[] = [
      ...five,
      fact('places', [1, 2]),
      outcome('w1.1', [1, 2], [5, 3]),
      outcome('f1', [1, 2], [6, 7]),
    ];
    expect(drawn('fr', facts)).toEqual([
      ...['Tableau des vainqueurs', 'Finale des vainqueurs', 'Salma 5', 'عبد الحق 3'],
      ...['Finale', 'Salma 6', 'عبد الحق 7', 'Seconde finale', 'Salma', 'عبد الحق'],
    ]);
  });

  test('only some rounds are drawn, as pages of a television have them', () => {
    const tournament = tournamentOf(five);
    const lines = renderToStaticMarkup(
      createElement(Bracket, {
        tournament,
        matches: matchesOf(tournament).filter(({ slot }) => slot.round === 'l1'),
        texts: textsIn('ar'),
      }),
    );
    expect(lines).toContain('جدول الخاسرين');
    expect(lines).not.toContain('جدول الفائزين');
  });
});

test('rounds have the names that people know', () => {
  const words = (size: number, locale: Locale, kind: Format['kind'] = 'single') => {
    const places = players(size).map((_, index) => index + 1);
    const shape = format({ kind, third: true, secondFinal: true });
    const tournament = tournamentOf([shape, ...players(size), fact('places', places)]);
    const matches = matchesOf(tournament);
    return [...new Set(matches.map(({ slot }) => roundText(slot, tournament, textsIn(locale))))];
  };
  expect(words(32, 'fr')).toEqual([
    ...['Seizième de finale', 'Huitième de finale', 'Quart de finale', 'Demi-finale'],
    ...['Troisième place', 'Finale'],
  ]);
  expect(words(16, 'ar')).toEqual(['دور الـ16', 'ربع النهائي', 'نصف النهائي', 'المركز الثالث', 'النهائي']);
  expect(words(8, 'en', 'double')).toEqual([
    ...['Winners’ round 1', 'Losers’ round 1', 'Winners’ round 2', 'Losers’ round 2', 'Losers’ round 3'],
    ...['Winners’ final', 'Losers’ final', 'Final', 'Second final'],
  ]);
  expect(words(2, 'en', 'double')).toEqual(['Winners’ final', 'Final', 'Second final']);
});
