import { expect, test } from 'vitest';
import { codeGroups, isCode, typedCode } from '../../../src/core/devices/code.ts';
import { frozen } from '../../../src/core/television/kept.ts';
import { gridOf, pagesOf, tablesAtOnce, TILE } from '../../../src/core/television/grid.ts';
import { TELEVISION_DESIGNS, televisionLook, televisionQuery } from '../../../src/core/television/look.ts';
import { isThere } from '../../../src/core/television/presence.ts';
import { NO_BRANDING } from '../../../src/core/branding/branding.ts';
import { pairedFragment, pairedScreen, scannedFragment } from '../../../src/core/venue/fragment.ts';
import { BOARD } from '../../common/board.ts';

test.each([
  ['cdf 2hj', 'CDF2HJ'],
  ['  C-D.F/2·HJ ', 'CDF2HJ'],
  ['OQ0ZSB', 'DDD258'],
  ['g7٢۴ct', '6724CT'],
  ['ＣＤＦ２ＨＪ', 'CDF2HJ'],
  ['CDF2HJK', 'CDF2HJ'],
])('typed as %j, %s is meant', (typed, code) => {
  expect(typedCode(typed)).toBe(code);
  expect(isCode(typedCode(typed))).toBe(true);
});

test.each(['', 'CDF2H', 'CDF2HA', 'CDF2H1', 'طاولة', '🎱🎱🎱🎱🎱🎱'])('%j is no code', (typed) => {
  expect(isCode(typedCode(typed))).toBe(false);
});

test('a code is shown in two groups', () => {
  expect(codeGroups('CDF2HJ')).toEqual(['CDF', '2HJ']);
});

test('a fragment leads to the televisions and devices, with a code or without, and by its former names', () => {
  expect(pairedScreen(pairedFragment())).toEqual({ status: 'paired', code: '' });
  for (const withCode of [pairedFragment('CDF2HJ'), '#televisions/CDF2HJ', '#staff/CDF2HJ'])
    expect(pairedScreen(withCode)).toEqual({ status: 'paired', code: 'CDF2HJ' });
  expect(pairedScreen('#tables')).toBeNull();
});

test('a scanned code goes through signing in, and nothing else does', () => {
  for (const scanned of ['#paired/CDF2HJ', '#televisions/CDF2HJ', '#staff/CDF2HJ/more'])
    expect(scannedFragment(scanned)).toBe('#paired/CDF2HJ');
  for (const other of ['', '#televisions', '#tables', '#televisions/', '#televisions/<b>', '#access_token=x'])
    expect(scannedFragment(other)).toBe('');
});

test('a look goes through the query that a television keeps', () => {
  for (const design of TELEVISION_DESIGNS)
    for (const theme of ['dark', 'light'] as const)
      for (const isOn of [true, false]) {
        const look = { theme, design, locale: 'ar', sponsors: isOn, chime: isOn } as const;
        const query = televisionQuery(look);
        expect(query).toMatch(/^\?[A-Za-z0-9=&_.-]{0,200}$/);
        expect(televisionLook(query, 'en')).toMatchObject({ ...look, layout: 'tv' });
      }
  expect(televisionLook('', 'fr')).toMatchObject({
    theme: 'dark',
    design: 'baize',
    locale: 'fr',
    layout: 'tv',
    chime: false,
  });
  // Paired when Clear, which has no ground of its own, was offered to televisions.
  expect(televisionLook('?theme=light&design=clear&lang=en', 'fr')).toMatchObject({
    theme: 'light',
    design: 'baize',
    locale: 'en',
  });
});

test('a stored board’s clocks are stopped', () => {
  const clock = { running: true, startedAtMillis: 1_000_000, accumSeconds: 60 };
  const shot = { running: true, endsAtMillis: 1_020_000, leftSeconds: 20, lengthSeconds: 30, warnSeconds: 5 };
  const board = { ...BOARD, clock, shot: shot as never };
  expect(frozen({ board, branding: NO_BRANDING, atMillis: 1_030_000 })).toEqual({
    ...board,
    clock: { running: false, startedAtMillis: null, accumSeconds: 90 },
    shot: null,
  });
});

test('a television is there for two minutes after it asked', () => {
  expect(isThere({ seenAtMillis: 1000 }, 120_999)).toBe(true);
  expect(isThere({ seenAtMillis: 1000 }, 121_000)).toBe(false);
});

const WIDE = { width: 1920, height: 1080 };
const UPRIGHT = { width: 1080, height: 1920 };

test.each([
  [1, WIDE, 1, 1],
  [2, WIDE, 2, 1],
  [4, WIDE, 2, 2],
  [6, WIDE, 3, 2],
  [9, WIDE, 3, 3],
  [12, WIDE, 4, 3],
  [20, WIDE, 5, 4],
  [2, UPRIGHT, 1, 2],
  [6, UPRIGHT, 1, 6],
  [8, UPRIGHT, 1, 8],
])('%i tables on %o are in %i columns and %i rows', (tiles, place, columns, rows) => {
  expect(gridOf(tiles, place)).toMatchObject({ columns, rows, isWide: place === UPRIGHT });
});

test.each([
  WIDE,
  UPRIGHT,
  { width: 1280, height: 720 },
  { width: 3840, height: 2160 },
  { width: 320, height: 200 },
])('on %o, every number of tables has its place, and none is larger than that', (place) => {
  for (let tiles = 1; tiles <= 64; tiles++) {
    const { columns, rows, unit } = gridOf(tiles, place);
    expect(columns * rows).toBeGreaterThanOrEqual(tiles);
    expect(columns * rows - tiles).toBeLessThan(columns);
    expect(columns * unit * TILE.width).toBeLessThanOrEqual(place.width + 1e-9);
    expect(rows * unit * TILE.height).toBeLessThanOrEqual(place.height + 1e-9);
  }
});

test.each([
  [{ width: 1280, height: 720 }, 2, [2]],
  [{ width: 1280, height: 720 }, 20, [5, 5, 5, 5]],
  [{ width: 1920, height: 1080 }, 12, [12]],
  [{ width: 1920, height: 1080 }, 13, [7, 6]],
  [{ width: 1920, height: 969 }, 25, [9, 9, 7]],
  [{ width: 3840, height: 2160 }, 20, [20]],
  [{ width: 1080, height: 1920 }, 9, [5, 4]],
])('on %o, %i tables are in pages of %o', (screen, count, lengths) => {
  const tables = Array.from({ length: count }, (_, index) => index);
  const pages = pagesOf(tables, tablesAtOnce(screen));
  expect(pages.map(({ length }) => length)).toEqual(lengths);
  expect(pages.flat()).toEqual(tables);
});
