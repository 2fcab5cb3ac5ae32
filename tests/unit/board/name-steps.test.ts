import { expect, test } from 'vitest';
import { asRead, nameSteps, shortNames } from '../../../src/core/overlay/name-steps.ts';

const short = (name: string, other = 'Mehdi') => shortNames(name, other);

test.each([
  ['Abderrahmane Benabdellah', ['A. Benabdellah']],
  ['عبد الرحمن بنعبد الله', ['ع. بنعبد الله']],
  ['عبد الرحمن بن عبد الله', ['ع. بن عبد الله']],
  ['الحسن العلوي', ['ح. العلوي']],
  ['Mohamed Amine El Idrissi', ['M. Amine El Idrissi', 'M. A. El Idrissi']],
  ['José Luis García Hernández', ['J. Luis García Hernández', 'J. L. García Hernández']],
  ['فاطمة الزهراء المنصوري', ['ف. المنصوري']],
  ['Jean-Pierre Dupont', ['J. Dupont']],
  ['Abd El Rahman Berrada', ['A. Berrada']],
  ['Abdel Rahman Berrada', ['A. Berrada']],
  ['Abdelkader Benmoussa-El Idrissi', ['A. Benmoussa-El Idrissi']],
  ['ⵉⴷⵉⵔ ⴰⵎⵣⵉⴰⵏ', ['ⵉ. ⴰⵎⵣⵉⴰⵏ']],
])('%s has its given names shortened, never its family’s', (name, forms) => {
  expect(short(name)).toEqual(forms);
});

test.each([
  'Mehdi',
  'Abd El Rahman',
  'عبد الرحمن',
  '王小明',
  'Abderrahmane B.',
  'A. Benabdellah',
  '🎱 Mehdi',
  '',
  '  ',
])('nothing is taken from %j', (name) => {
  expect(short(name)).toEqual([]);
});

test('two players never look alike once shortened', () => {
  expect(short('Amine Benali', 'Ahmed Benali')).toEqual([]);
  expect(short('Amine Benali', 'A. Benali')).toEqual([]);
  expect(short('Amine Benali', 'Youssef Benali')).toEqual(['A. Benali']);
});

const SIZES = { largest: 46, smallestUnbroken: 32, smallest: 22 };

test('a name is kept whole on one line, then on two, then narrow, then on more, and is shortened after that', () => {
  const ways = nameSteps('Abderrahmane Benabdellah', 'Mehdi', SIZES).map(
    ({ text, narrow, breaks, lines, to }) =>
      [asRead(text), narrow ? 'narrow' : 'wide', breaks, lines === Infinity ? to : `in ${lines}, ${to}`].join(
        ' ',
      ),
  );
  expect([...new Set(ways)]).toEqual([
    'Abderrahmane Benabdellah wide none 35',
    'Abderrahmane Benabdellah wide words in 2, 32',
    'Abderrahmane Benabdellah narrow none 35',
    'Abderrahmane Benabdellah narrow words in 2, 32',
    'Abderrahmane Benabdellah wide words 32',
    'Abderrahmane Benabdellah narrow words 32',
    'A. Benabdellah wide none 35',
    'A. Benabdellah wide words in 2, 32',
    'A. Benabdellah narrow none 35',
    'A. Benabdellah narrow words in 2, 32',
    'A. Benabdellah narrow none 32',
    'Abderrahmane Benabdellah narrow words 22',
    'Abderrahmane Benabdellah narrow anywhere 22',
    'A. Benabdellah narrow words 22',
  ]);
});

test('long words of letters that stand apart break with a hyphen, joined letters and syllables without', () => {
  const last = (name: string) => nameSteps(name, '', SIZES).find(({ breaks }) => breaks === 'anywhere')?.text;
  expect(last('Wolfeschlegel Li')).toBe('Wolfeschlegel Li'.replace(/(?<=^.{1,10})(?=.+ )/g, '\u00ad'));
  expect(last('المستنصريةالكبرى')).toBe('المستنصريةالكبرى');
  expect(last('王小明王小明王小明王小明')).toBe('王小明王小明王小明王小明');
});

test('only a very long word is broken before the name is set small, and never beside its own hyphen', () => {
  const broken = (name: string) => nameSteps(name, '', SIZES).filter(({ breaks }) => breaks === 'anywhere');
  expect(broken('Abderrahmane Benabdellah-Idrissi').map(({ from }) => from)).toEqual([32]);
  expect(broken('Wolfeschlegelsteinhausenbergerdorff').map(({ from }) => from)).toEqual([46, 32]);
  expect(broken('Benabdellah-Idrissi')[0]?.text).toContain('h-I');
});

test('a name with a very long word is shortened before the word is broken small', () => {
  const ways = nameSteps('Wolfeschlegelsteinhausen Mansouri', '', SIZES).filter(({ to }) => to === 22);
  expect(ways.map(({ text, breaks }) => [asRead(text), breaks]).slice(1, 3)).toEqual([
    ['W. Mansouri', 'none'],
    ['Wolfeschlegelsteinhausen Mansouri', 'anywhere'],
  ]);
});

test('a particle stays on the line of its name, if there is room', () => {
  const words = nameSteps('Hicham El Guerrouj', '', SIZES).filter(({ breaks }) => breaks === 'words');
  expect(words.slice(0, 2).map(({ text }) => text)).toEqual([
    'Hicham El\u00a0Guerrouj',
    'Hicham El Guerrouj',
  ]);
});
