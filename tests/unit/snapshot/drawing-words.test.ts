import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PICTURE_FONTS } from '../../../scripts/picture-fonts.ts';
import { balance, escapeXml, wrap } from '../../../src/core/drawing/svg.ts';
import { FACE_NAMES, fontFile } from '../../../supabase/functions/snapshot/drawing/faces.ts';
import { loadResvg, withResvg } from '../../../supabase/functions/snapshot/drawing/resvg.ts';
import {
  clean,
  directionOf,
  fit,
  fitName,
  isLegible,
  measure,
  words,
} from '../../../supabase/functions/snapshot/drawing/type.ts';

/** Text elements of a drawn line: the family and the text of each, from left to right. */
const drawn = (text: string, dir?: 'ltr' | 'rtl') => {
  const svg = words(text, { weight: 700, size: 100, fill: '#fff' }, dir).draw(0, 0, 'start');
  return [...svg.matchAll(/x="([^"]+)".*?font-family="([^"]+)".*?>([^<]*)<\/text>/g)]
    .map(([, x = '', family = '', content = '']) => ({ x: Number(x), family, content }))
    .sort((a, b) => a.x - b.x)
    .map(({ family, content }) => [family, content.replaceAll(/[\u2066-\u2069]/g, '')]);
};

const READEX = 'Readex Pro';

describe('a line of words', () => {
  test('gives each stretch the face that has it', () => {
    expect(drawn('Ali 🎱 2')).toEqual([
      [READEX, 'Ali'],
      ['Noto Emoji', '🎱'],
      [READEX, '2'],
    ]);
    expect(drawn('ⵢⵓⵙⴼ')).toEqual([['Noto Sans Tifinagh', 'ⵢⵓⵙⴼ']]);
  });

  test('keeps a family, a flag and a tone of skin in one piece', () => {
    expect(drawn('👨‍👩‍👧🇲🇦👍🏽')).toEqual([['Noto Emoji', '👨‍👩‍👧🇲🇦👍🏽']]);
  });

  test('takes a whole Arabic word from the face that has all of its letters, so that they join', () => {
    expect(drawn('أڭادير علي')).toEqual([
      [READEX, 'علي'],
      ['Noto Sans Arabic', 'أڭادير'],
    ]);
  });

  test('runs from right to left where its first letter does', () => {
    expect(drawn('محمد 🏆 علاء').map(([, text]) => text)).toEqual(['علاء', '🏆', 'محمد']);
    expect([directionOf('12 محمد'), directionOf('Ali محمد'), directionOf('🎱')]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });

  test('undresses letters that no face has, and says where it can say nothing', () => {
    expect(drawn('𝓨𝓸𝓾𝓼𝓼𝓮𝓯 k\u0325')).toEqual([[READEX, 'Youssef k']]);
    expect(drawn('\u{e000}')).toEqual([[READEX, '…']]);
    expect([isLegible('\u{e000}'), isLegible(' \n'), isLegible('王 A'), isLegible('🎱')]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('writes names of scripts that no face has in Latin letters', () => {
    expect(drawn('Wang 王小明')).toEqual([[READEX, 'Wang WangXiaoMing']]);
    expect(drawn('Дмитрий')).toEqual([[READEX, 'Dmitriy']]);
    expect(isLegible('김민준')).toBe(true);
  });

  test('is cleaned of what would reorder or break the rest', () => {
    expect(clean(' a\u202e\u2067b\n\tc\u0000 ')).toBe('ab c');
    expect(clean('e\u0301\ud800')).toBe('é\ufffd');
  });
});

test('typed text is escaped in XML', () => {
  expect(escapeXml(`<b>"Le Roi"</b> & 'fils'\u0000\ud800`)).toBe(
    `&lt;b&gt;"Le Roi"&lt;/b&gt; &amp; 'fils'\ufffd`,
  );
});

describe('measured widths', () => {
  beforeAll(() =>
    loadResvg(() => readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'))),
  );
  const fonts = FACE_NAMES.map((name) => readFileSync(join(PICTURE_FONTS, fontFile(name))));

  test.each([
    'Abdelhamid Ouazzani-Chahdi',
    'WWWWWWWWWW',
    'محمد الإدريسي',
    'عبد الرحمن بن عبد الله العلوي المدغري',
    'بُوعزّة لآلئ',
    'أڭادير گلميم',
    'ⵢⵓⵙⴼ ⴰⵎⵖⴰⵔ',
    '🎱🏆👨‍👩‍👧🇲🇦👍🏽1️⃣❤️',
    '-9999.25',
  ])('%s is as wide as it is drawn', (text) => {
    const line = words(text, { weight: 700, size: 100, fill: '#fff' }).draw(100, 300, 'start');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="600">${line}</svg>`;
    const width = withResvg(svg, fonts, (resvg) => resvg.getBBox()?.width ?? 0);
    // Measured without kerning, and drawn without what the outer letters keep free beside them.
    expect(measure(text, 700) * 100).toBeGreaterThan(0.98 * width);
    expect(measure(text, 700) * 100).toBeLessThan(1.03 * width + 20);
  });
});

describe('fitting', () => {
  const how = {
    width: 800,
    weight: 700,
    sizes: [
      [116, 76],
      [76, 54],
      [48, 40],
    ],
  } as const;
  const widest = ({ size, lines }: ReturnType<typeof fit>): number =>
    Math.max(...lines.map((line) => measure(line, 700) * size));

  test('a short name is as large as names are', () => {
    expect(fit('Amine', how)).toEqual({ size: 116, lines: ['Amine'] });
  });

  test('a longer one gets smaller, and then a second line', () => {
    const one = fit('Salma El Fassi', how);
    expect(one.lines).toEqual(['Salma El Fassi']);
    expect(one.size).toBeLessThan(116);
    const two = fit('Abdelhamid Ouazzani-Chahdi', how);
    expect(two.lines).toEqual(['Abdelhamid', 'Ouazzani-Chahdi']);
  });

  test.each([
    'Abdelhamid Ouazzani-Chahdi <b>"Le Roi"</b> & fils de Tanger X',
    'عبد الرحمن بن عبد الله العلوي المدغري الحسني الفاسي المكناسي',
    'Mohammed Amine El Idrissi Benchekroun Alaoui de Fès 👨‍👩‍👧🎱🇲🇦',
  ])('sixty letters are drawn in full, in words: %s', (name) => {
    const fitted = fit(name, how);
    expect(fitted.lines.join(' ')).toBe(name);
    expect(widest(fitted)).toBeLessThanOrEqual(how.width);
    expect(fitted.size).toBeGreaterThanOrEqual(40);
  });

  test('a word without an end is broken', () => {
    const name = 'Abcdefghijklmnopqrstuvwxyz'.repeat(2);
    const fitted = fit(name, how);
    expect(fitted.lines.join('')).toBe(name);
    expect(widest(fitted)).toBeLessThanOrEqual(how.width);
  });

  test('text that doesn’t fit is cut between two characters, with an ellipsis', () => {
    const fitted = fit('👨‍👩‍👧'.repeat(60), how);
    const [last = ''] = fitted.lines.slice(-1);
    expect(last).toMatch(/^(👨‍👩‍👧)+…$/u);
    expect(widest(fitted)).toBeLessThanOrEqual(how.width);
  });
});

describe('lines', () => {
  const length = (line: string): number => line.length;

  test('are as even as can be', () => {
    expect(balance(['aa', 'bb', 'cc', 'dd'], length, 2)).toEqual(['aa bb', 'cc dd']);
    expect(balance(['a', 'bbbbbb', 'c'], length, 3)).toEqual(['a', 'bbbbbb', 'c']);
    expect(balance(['a'], length, 3)).toEqual(['a']);
  });

  test('are as few as can be', () => {
    expect(wrap(['aa', 'bb', 'cc'], length, 8)).toEqual(['aa bb cc']);
    expect(wrap(['aa', 'bb', 'cc', 'dd'], length, 8)).toEqual(['aa bb', 'cc dd']);
    expect(wrap(['aaaaaaaaaa', 'b'], length, 8)).toEqual(['aaaaaaaaaa', 'b']);
  });
});

test('a name is fitted by itself, and its given name is shortened before it gets small', () => {
  const how = {
    width: 700,
    weight: 700,
    sizes: [
      [116, 76],
      [76, 54],
      [46, 40],
    ],
  } as const;
  expect(fitName('Mehdi', 'Abderrahmane Benabdellah', how)).toEqual({ size: 116, lines: ['Mehdi'] });
  expect(fitName('Abderrahmane Benabdellah', 'Mehdi', how).lines).toEqual(['Abderrahmane', 'Benabdellah']);
  const long = fitName('Mohamed-Abderrahmane Ben', 'Mehdi', { ...how, width: 500 });
  expect(long.lines).toEqual(['M. Ben']);
});
