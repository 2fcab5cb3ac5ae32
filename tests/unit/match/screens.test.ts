import { atom } from 'nanostores';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { createNewMatch } from '../../../src/features/match/new-match.ts';
import type { Scored } from '../../../src/features/match/scoring.ts';
import { Correct } from '../../../src/features/match/Correct.tsx';
import { History } from '../../../src/features/match/History.tsx';
import { MatchOver } from '../../../src/features/match/MatchOver.tsx';
import { NewMatch } from '../../../src/features/match/NewMatch.tsx';
import { Statistics } from '../../../src/features/match/Statistics.tsx';
import { inWords } from '../../../src/i18n/phrases.ts';
import { matchWords } from '../../../src/features/match/words.ts';
import { POOL, scoredOf, SNOOKER } from './matches.ts';
import { textsIn } from '../i18n/texts.ts';

const nothing = () => null;
const make = () => ({ id: '1' });
const scoring = { score: make, undo: make, redo: make, replace: make };

const drawn = <Props extends object>(component: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(component, props));

const TYPED = '<b>$& {{player}}\u202E';

const matches: readonly (readonly [name: string, scored: Scored])[] = [
  [
    'snooker',
    scoredOf('snooker', [
      ['pot', { balls: ['red'] }],
      ['pot', { balls: ['pink'] }],
      ['foul', { points: 5, freeBall: true }],
    ]),
  ],
  [
    '8-ball',
    scoredOf('eight-ball', [
      ['rack', { side: 'A', how: 'runOut' }],
      ['rack', { side: 'A' }],
      ['rack', { side: 'A' }],
    ]),
  ],
  ['plain', scoredOf('plain', [['set', { changes: { p1: { from: 'Salma', to: TYPED } } }]])],
  ['nothing yet', scoredOf('eight-ball', [])],
];

describe.each([...LOCALE_NAMES])('in %s', (locale) => {
  const texts = textsIn(locale);

  test.each(matches)('%s has its words, and no place is left open', (_, scored) => {
    const newMatch = createNewMatch({ $scored: atom(scored), begin: () => Promise.resolve(true) }, () => 0);
    const html = [
      drawn(History, { scored, scoring, texts }),
      drawn(Statistics, { scored, texts }),
      drawn(NewMatch, { newMatch, texts, onBegun: nothing }),
      drawn(Correct, { scored, scoring, texts, onDone: nothing }),
      drawn(MatchOver, { scored, texts, onNewMatch: nothing }),
    ].join('');
    expect(html.replaceAll('{{player}}', '')).not.toMatch(/\{\{|undefined|NaN|<b>/);
    // Typed text is a field's value unchanged; in a sentence it can't change the direction of the text around it.
    expect(html.replaceAll(/value="[^"]*"/g, '')).not.toContain('\u202E');
  });
});

const texts = textsIn('en');

test('the end of a match is shown once it is over, not before', () => {
  const over = scoredOf('eight-ball', [['rack', { side: 'B' }]], { ...POOL, raceTo: 1 });
  const html = drawn(MatchOver, { scored: over, texts, onNewMatch: nothing });
  expect(html).toContain('Mehdi\u2069 wins');
  expect(html).toContain('0 – 1');
  // A minute a tap, and the clock ran on.
  expect(html).toContain('Match time 00:01:00');
  const level = scoredOf('eight-ball', [['time']], { ...POOL, raceTo: null });
  expect(drawn(MatchOver, { scored: level, texts, onNewMatch: nothing })).toContain('Match drawn');
  expect(drawn(MatchOver, { scored: scoredOf('snooker', []), texts, onNewMatch: nothing })).toBe('');
});

test('a long history is drawn as far as anybody reads, and a frame that is over by how it ended', () => {
  const scored = scoredOf(
    'plain',
    Array.from({ length: 200 }, () => ['set', { changes: { s1: { from: 3, to: 3 } } }]),
  );
  const html = drawn(History, { scored, scoring, texts });
  expect(html.match(/<li/g)).toHaveLength(60);
  expect(html).toContain('Earlier lines');
  const visits = Array.from({ length: 9 }, () => ['endVisit'] as const);
  const frames = scoredOf(
    'snooker',
    [...visits, ['concede', { side: 'A' }], ['nextFrame'], ['endVisit']],
    SNOOKER,
  );
  const grouped = drawn(History, { scored: frames, scoring, texts });
  expect(grouped).toContain('Frame 1 to \u2068Mehdi\u2069, 0–0');
  expect(grouped.match(/<li/g)).toHaveLength(2);
});

test('buttons and refusals are said of the match that they are of', () => {
  const words = matchWords(texts);
  const scored = scoredOf('snooker', [
    ['pot', { balls: ['red'] }],
    ['pot', { balls: ['black'] }],
  ]);
  expect(scored.undoable && words.describe(scored, scored.undoable)).toBe('Black 7');
  expect(words.explain(scored, { refused: 'stopsCounting', values: { action: '2' } })).toBe(
    '“black 7” would no longer be possible. Undo that first.',
  );
  expect(inWords(texts, { key: 'log.foul', values: { player: { name: TYPED } } })).toBe(
    'Foul by \u2068<b>$& {{player}}\u2069',
  );
});
