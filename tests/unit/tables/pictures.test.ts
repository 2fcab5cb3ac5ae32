import { describe, expect, test } from 'vitest';
import { picturesScreen, signsFragment } from '../../../src/core/venue/fragment.ts';
import { agoText } from '../../../src/core/time/text.ts';
import {
  KEEP_DAYS,
  keepChoices,
  picturesOf,
  publicLink,
  signLink,
  toBeDrawn,
  uploadLine,
} from '../../../src/core/snapshot/pictures.ts';
import { signName } from '../../../src/core/snapshot/table-sign.ts';

const SITE = 'https://cueboard.test';
const DESK = new URL('/dashboard/#pictures', SITE);
const table = (board: string, matchId = `venue-${board}`) => ({ board, matchId });

describe('a public page’s address', () => {
  test('names the venue and the tables to choose from', () => {
    const tables = [table('b1'), table('b7'), table('b9', 'another')];
    expect(publicLink(DESK, 'venue', table('b7'), tables)).toBe(
      `${SITE}/s/gd/?match=venue-b7&venue=venue&boards=b1,b7`,
    );
  });

  test('of a table that another version named is that alone', () => {
    expect(publicLink(DESK, 'venue', table('b9', 'another'), [table('b1')])).toBe(
      `${SITE}/s/gd/?match=another`,
    );
  });

  test('on a sign stays right when tables come and go', () => {
    expect(signLink(DESK, table('b1'))).toBe(`${SITE}/s/gd/?match=venue-b1`);
    expect(signLink(new URL('/ar/dashboard/', SITE), table('b1'))).toBe(`${SITE}/ar/s/gd/?match=venue-b1`);
  });
});

test('the line that sends a picture is one for any shell, whatever the endpoint’s own query', () => {
  expect(uploadLine('https://host.test/snapshot?project=a', 'venue-b1', 'KEY')).toBe(
    'curl --data-binary @photo.jpg -H "content-type: image/jpeg" -H "x-upload-key: KEY" "https://host.test/snapshot?project=a&matchId=venue-b1"',
  );
});

describe('a table’s shown picture', () => {
  const taken = { id: 'one', source: 'board', capturedAtMillis: 1 } as const;
  const pictured = (latest: Parameters<typeof picturesOf>[0][number]['latest'], archived = false) => ({
    ...table('b1'),
    latest,
    archived,
  });
  const undrawn = pictured({ ...taken, id: null });

  test('is its latest picture, and the one before it while that is yet to be drawn', () => {
    expect(picturesOf([pictured(taken)], {})).toEqual({ 'venue-b1': taken });
    expect(picturesOf([undrawn], { 'venue-b1': taken })).toEqual({ 'venue-b1': taken });
    expect(picturesOf([undrawn], {})).toEqual({});
    expect(picturesOf([pictured(null)], { 'venue-b1': taken })).toEqual({});
  });

  test('is drawn once a minute', () => {
    const venue = { isPublic: true, tables: [undrawn] };
    expect(toBeDrawn(venue, new Map(), 0)).toEqual(['venue-b1']);
    expect(toBeDrawn(venue, new Map([['venue-b1', 0]]), 59_999)).toEqual([]);
    expect(toBeDrawn(venue, new Map([['venue-b1', 0]]), 60_000)).toEqual(['venue-b1']);
    expect(toBeDrawn({ ...venue, isPublic: false }, new Map(), 0)).toEqual([]);
    expect(toBeDrawn({ ...venue, tables: [pictured(taken), pictured(null)] }, new Map(), 0)).toEqual([]);
    expect(toBeDrawn({ ...venue, tables: [{ ...undrawn, archived: true }] }, new Map(), 0)).toEqual([]);
  });
});

test('the days to choose from have the present ones among them', () => {
  expect(keepChoices(30)).toEqual(KEEP_DAYS);
  expect(keepChoices(14)).toEqual([1, 7, 14, 30, 90, 365]);
});

test.each([
  ['#pictures', { status: 'pictures' }],
  [signsFragment(), { status: 'signs', match: null }],
  [signsFragment('venue-b1'), { status: 'signs', match: 'venue-b1' }],
  ['#tables', null],
  ['', null],
] as const)('the fragment %j names %j', (fragment, screen) => {
  expect(picturesScreen(fragment)).toEqual(screen);
});

test.each([
  [0, 'now'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [7200, '2 hours ago'],
  [-5, 'now'],
])('%d seconds ago is said as %j', (seconds, text) => {
  expect(agoText(1_000_000_000_000, 1_000_000_000_000 + seconds * 1000, 'en')).toBe(text);
});

test('how long ago something was is said in the page’s language, with Western digits', () => {
  expect([12_000, 300_000].map((millis) => agoText(0, millis, 'ar'))).toEqual([
    'قبل 12 ثانية',
    'قبل 5 دقائق',
  ]);
  expect(agoText(0, 12_000, 'fr')).toBe('il y a 12 secondes');
});

describe('a name on a sign', () => {
  test.each([
    ['3', '3'],
    [' Table 12 ', '12'],
    ['table n° 7', '7'],
    ['TABLE #101', '101'],
    ['الطاولة 4', '4'],
    ['طاولة ٥', '5'],
  ])('%j is the number %j', (title, number) => {
    expect(signName(title)).toMatchObject({ kind: 'number', number });
  });

  test.each(['Table', 'Salon 2', '1234', 'Table 3 bis', 'الطاولة الكبيرة'])('%j is a name', (name) => {
    expect(signName(name)).toMatchObject({ kind: 'name', name });
  });

  test('is smaller the longer it is, and none is too small to read', () => {
    const sizes = ['VIP', 'Salon bleu', 'La grande table du fond', 'W'.repeat(60), '🎱'.repeat(60)].map(
      (name) => signName(name).sizeMillimetres,
    );
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4);
    expect(signName('1').sizeMillimetres).toBeGreaterThan(signName('100').sizeMillimetres);
  });
});
