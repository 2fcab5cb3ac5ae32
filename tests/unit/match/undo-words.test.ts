import { expect, test } from 'vitest';
import { matchWords } from '../../../src/features/match/words.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { textsIn } from '../i18n/texts.ts';
import { scoredOf } from './matches.ts';

test.each(LOCALE_NAMES)('the Undo key has room for its action after a long name, in %s', (locale) => {
  const named = { p1: 'Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlinden' };
  const scored = scoredOf('eight-ball', [
    ['set', { changes: { p1: { from: 'Salma', to: named.p1 } } }],
    ['foul', { side: 'A' }],
  ] as never);
  const line = scored.lines.at(-1);
  const said = line ? matchWords(textsIn(locale)).describe(scored, line) : '';
  expect(said).toContain('Wolfeschl…');
  expect(said).not.toContain('Wolfeschle');
});
