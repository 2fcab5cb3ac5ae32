import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PRODUCT } from '../../../src/config/product.ts';
import type { SnookerDetail } from '../../../src/games/snooker/board.ts';
import type { FullPublicResult } from '../../../src/core/results/public-result.ts';
import type { Fact } from '../../../src/core/tournament/facts.ts';
import { parsePublicTournament } from '../../../src/core/tournament/shown.ts';
import { createZone } from '../../../src/core/time/zone.ts';
import { LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import {
  BOARD_SIZE,
  drawBoard,
  drawPreview,
  drawResult,
  drawTournament,
  CARD_SIZE,
  when,
  type PictureInput,
} from '../../../supabase/functions/snapshot/drawing/index.ts';
import { entries, fact, format, outcome } from '../../common/tournament-facts.ts';
import { POOL, SNOOKER } from '../../contract/details.ts';

const PLAIN = { p1: 'Youssef', p2: 'Amine', s1: 6, s2: 4, raceTo: 9, detail: null };

const picture = (board: Partial<PictureInput['board']>, more: Partial<PictureInput> = {}): PictureInput => ({
  board: { ...PLAIN, ...board },
  title: 'Table 1',
  venue: '',
  capturedAtMillis: Date.UTC(2025, 10, 21, 22, 5),
  locale: 'en',
  ...more,
});

const snooker = (detail: Partial<SnookerDetail> = {}): Partial<PictureInput['board']> => ({
  s1: 2,
  s2: 1,
  raceTo: 5,
  detail: { ...SNOOKER, ...detail },
});

interface Drawn {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The texts of a drawing, as an XML parser reads them. */
const readAll = (svg: string): Drawn[] =>
  [...svg.matchAll(/<text [^>]*? x="(.+?)" y="(.+?)" [^>]*?font-size="(.+?)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, size, text = '']) => ({
      x: Number(x),
      y: Number(y),
      size: Number(size),
      text: text
        .replaceAll(/[\u2066-\u2069]/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    }),
  );

const read = (svg: string): string[] => readAll(svg).map(({ text }) => text);

const balls = (svg: string, colour: string): number => svg.split(`fill="${colour}"/><circle`).length - 1;

describe.each([
  ['picture', drawBoard, BOARD_SIZE],
  ['preview', drawPreview, CARD_SIZE],
] as const)('every %s', (_, draw, { width, height }) => {
  test('has its size, the product’s name and the time of the last change, and no clock', () => {
    const svg = draw(picture({}));
    expect(svg).toMatch(new RegExp(`^<svg [^>]*width="${width}" height="${height}">.*</svg>$`, 's'));
    expect(read(svg)).toEqual(expect.arrayContaining(['CueBoard', '21 Nov 2025', '23:05', 'Table 1']));
    expect(svg).toBe(draw(picture({})));
  });

  test('shows the players and the score', () => {
    expect(read(draw(picture({})))).toEqual(
      expect.arrayContaining(['Youssef', 'Amine', '6', '4', 'Race to', '9']),
    );
  });

  test('says nothing of a race that there is not', () => {
    expect(read(draw(picture({ raceTo: 0 })))).not.toContain('Race to');
  });

  test.each([...LOCALE_NAMES])('has the first player on the left in %s', (locale) => {
    const drawn = readAll(draw(picture({}, { locale })));
    const at = (text: string): number => drawn.find((one) => one.text === text)?.x ?? NaN;
    expect(at('Youssef')).toBeLessThan(width / 2);
    expect(at('6')).toBeLessThan(width / 2);
    expect(at('Amine')).toBeGreaterThan(width / 2);
    expect(at('4')).toBeGreaterThan(width / 2);
  });

  test('has its title at the start of the lines', () => {
    const at = (locale: 'en' | 'ar'): number =>
      readAll(draw(picture({}, { locale }))).find(({ text }) => text === 'Table 1' || text === 'الطاولة 1')
        ?.x ?? NaN;
    expect(at('en')).toBeLessThan(width / 4);
    expect(at('ar')).toBeGreaterThan(width * 0.75);
  });

  test('shows names as they were typed', () => {
    const svg = draw(picture({ p1: '<b>"A" & Co</b>', p2: "</text><script>alert('x')" }));
    const text = read(svg).join(' ');
    expect(text).toContain('<b>"A" & Co</b>');
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('<b>');
  });

  test.each(['Abderrahmane Alaoui', 'Abderrahmane Benabdellah-Idrissi El Mansouri', 'W'.repeat(60)])(
    'a long name takes nothing from the other: %s',
    (long) => {
      const sizeOf = (p2: string) =>
        readAll(draw(picture({ p1: 'Ali', p2 }))).find(({ text }) => text === 'Ali')?.size;
      expect(sizeOf(long)).toBe(sizeOf('Omar'));
    },
  );

  test('says whose place it is where a name can’t be drawn', () => {
    expect(read(draw(picture({ p1: '', p2: '\ue000' })))).toEqual(
      expect.arrayContaining(['Player A', 'Player B']),
    );
    expect(read(draw(picture({ p2: '王小明' })))).toContain('WangXiaoMing');
    expect(read(draw(picture({ p1: '' }, { locale: 'ar' })))).toContain('اللاعب أ');
  });

  test.each([-9999, 9999, -9999.25, 0, 147])('has room for %s', (score) => {
    const drawn = readAll(draw(picture({ s1: score, ...snooker({ points: [9999, 9999] }), s2: score })));
    for (const { text, size } of drawn) expect(size, text).toBeGreaterThan(15);
    const plain = readAll(draw(picture({ s1: score })));
    const figure = plain.find(({ text }) => text === String(score));
    expect(figure?.size).toBeGreaterThan(100);
    // Figures of this weight are about 0.6 of their size wide.
    expect((figure?.size ?? 0) * 0.6 * String(score).length).toBeLessThan(width * 0.55);
  });
});

describe('eight-ball', () => {
  test('says who breaks and who fouled, each on its side', () => {
    const svg = drawBoard(picture({ detail: { ...POOL, breaker: 'B', fouls: [2, 0] } }));
    const drawn = readAll(svg);
    const at = (text: string): number => drawn.find((one) => one.text === text)?.x ?? NaN;
    expect(at('Breaks')).toBeGreaterThan(960);
    expect(at('Fouls')).toBeLessThan(960);
    expect(drawn.map(({ text }) => text)).toContain('2');
    expect(balls(svg, '#f4f1e6')).toBe(1);
  });

  test('says that the next rack decides', () => {
    const hill = picture({ s1: 8, s2: 8, detail: { ...POOL, hillHill: true } });
    expect(read(drawBoard(hill))).toContain('Hill-hill');
    expect(read(drawPreview(hill))).toContain('Hill-hill');
  });

  test('shows the winner, on brass', () => {
    const won = picture({ s1: 9, detail: { ...POOL, winner: 'A', over: true } });
    for (const svg of [drawBoard(won), drawPreview(won)]) {
      expect(svg.match(/url\(#won\)/g)).toHaveLength(1);
      expect(readAll(svg).find(({ text }) => text === 'Match won')?.x).toBe(
        svg === drawBoard(won) ? 480 : 300,
      );
    }
  });

  test('says that a match ended level', () => {
    const drawn = read(drawBoard(picture({ s1: 5, s2: 5, raceTo: 0, detail: { ...POOL, over: true } })));
    expect(drawn).toContain('Match over');
    expect(drawn).not.toContain('Match won');
  });
});

describe('snooker', () => {
  test('shows points, frames, the break with its balls, the lead and the points left', () => {
    const svg = drawBoard(picture(snooker()));
    expect(read(svg)).toEqual(
      expect.arrayContaining([
        '58',
        '34',
        '2',
        '1',
        'Best of',
        '9',
        'Frame',
        '4',
        'Break',
        '38',
        'Lead',
        '24',
        'Left',
        '59',
      ]),
    );
    expect([balls(svg, '#d8403a'), balls(svg, '#3d7fd6'), balls(svg, '#1b1d1c')]).toEqual([2, 1, 1]);
  });

  test('lights the side of the player at the table', () => {
    const lit = (at: 'A' | 'B' | null): string | undefined =>
      /<rect x="(\d+)"[^>]*fill="url\(#lit\)"/.exec(drawBoard(picture(snooker({ at }))))?.[1];
    expect(lit('A')).toBe('0');
    expect(Number(lit('B'))).toBeGreaterThan(960);
    expect(lit(null)).toBeUndefined();
  });

  test('counts from the side of the player at the table', () => {
    const drawn = read(drawBoard(picture(snooker({ at: 'B', break: 0, balls: [] }))));
    expect(drawn).toEqual(expect.arrayContaining(['Behind', '24', 'Left', '58', 'Break', '0']));
    expect(read(drawBoard(picture(snooker({ points: [34, 34] }))))).toContain('Level');
  });

  test('has room for the balls of the longest break', () => {
    const longest = Array.from({ length: 36 }, (_, index) =>
      index % 2 ? ('black' as const) : ('red' as const),
    );
    const svg = drawBoard(picture(snooker({ points: [147, 0], break: 147, balls: longest })));
    expect([balls(svg, '#d8403a'), balls(svg, '#1b1d1c')]).toEqual([18, 18]);
    const middles = [...svg.matchAll(/<circle cx="([^"]+)" cy="([^"]+)" r="25" fill="#/g)];
    expect(middles).toHaveLength(36);
    expect(Math.max(...middles.map(([, x]) => Number(x)))).toBeLessThan(1500);
    expect(Math.max(...middles.map(([, , y]) => Number(y)))).toBeLessThan(1055);
  });

  test.each([
    ['freeBall', { freeBall: true }, ['Free ball']],
    ['required', { required: { side: 'B', toTie: 2, toWin: 3, byBallOn: 4 } }, ['Snookers required', '2']],
    ['respotted', { respotted: true, on: 'black' }, ['Re-spotted', 'black']],
    ['frameWon', { at: null, frameWinner: 'A' }, ['Frame won', 'Highest break', '38']],
    ['matchWon', { at: null, frameWinner: 'B', winner: 'B' }, ['Match won']],
  ] as const)('says what there is to say: %s', (_, detail, said) => {
    expect(read(drawBoard(picture(snooker(detail))))).toEqual(expect.arrayContaining([...said]));
  });

  test('leaves nothing to play for when the frame is won', () => {
    const drawn = read(drawBoard(picture(snooker({ at: null, frameWinner: 'A' }))));
    expect(drawn).not.toContain('Left');
    expect(drawn).not.toContain('Break');
  });

  test('is shown by its frames in a preview, and by its break', () => {
    const drawn = read(drawPreview(picture(snooker())));
    expect(drawn).toEqual(expect.arrayContaining(['58', '34', '2', '1', 'Best of', '9', 'Break', '38']));
    expect(drawn).not.toContain('Frame');
  });
});

describe('a venue’s name', () => {
  const NAMES = [
    'Atlas',
    'Association Sportive du Billard et Snooker de Casablanca-An',
    'نادي أكادير للبلياردو',
  ];

  test.each(NAMES)('%s is above the table’s, which stays, and no larger than its place', (venue) => {
    for (const draw of [drawBoard, drawPreview]) {
      const drawn = readAll(draw(picture({}, { venue })));
      const name = drawn.find(({ text }) => text.startsWith(venue.slice(0, 40)));
      const table = drawn.find(({ text }) => text === 'Table 1');
      expect(name?.y).toBeLessThan(table?.y ?? 0);
      expect(name?.size).toBeGreaterThanOrEqual(20);
      expect(drawn.some(({ text }) => text === PRODUCT.name)).toBe(true);
    }
  });

  test('that no font has, or none at all, leaves the table’s name as it was', () => {
    const alone = drawPreview(picture({}));
    expect(drawPreview(picture({}, { venue: '\u200F' }))).toBe(alone);
    expect(drawPreview(picture({}, { venue: '\ue000' }))).toBe(alone);
  });
});

describe('a time', () => {
  test.each([
    ['en', '21 Nov 2025'],
    ['fr', '21 nov. 2025'],
    ['ar', '21 نونبر 2025'],
  ] as const)('is the venue’s, in the words of %s', (locale, date) => {
    expect(when(Date.UTC(2025, 10, 21, 22, 5), locale)).toEqual({ date, time: '23:05' });
  });

  test('knows that Morocco turns its clocks in Ramadan', () => {
    expect(when(Date.UTC(2025, 2, 15, 12, 0), 'fr').time).toBe('12:00');
  });
});

describe('a result’s card', () => {
  const result = (changes: Partial<FullPublicResult> = {}, frames = 3): FullPublicResult => ({
    id: 'A'.repeat(22),
    state: 'over',
    tableTitle: 'Overlay 1',
    game: 'snooker',
    rev: 1,
    names: ['Youssef', 'سلمى 🎱'],
    scores: [2, 1],
    raceTo: 2,
    winner: 'A',
    startedAtMillis: 0,
    lastAtMillis: 0,
    endedAtMillis: Date.UTC(2026, 6, 20, 22, 5),
    venue: '',
    tournament: null,
    zone: createZone('Asia/Kathmandu'),
    detail: {
      event: '',
      units: Array.from({ length: frames }, (_, index) => ({
        winner: index % 3 === 1 ? 'B' : 'A',
        points: [64 + index, 8],
        how: null,
        high: null,
        endedAtMillis: 0,
      })),
      rows: [{ name: 'highBreak', values: [40, 33] }],
      faults: [],
      bestOf: 3,
      minutes: null,
      handicap: null,
    },
    ...changes,
  });
  const card = (of = result(), locale: (typeof LOCALE_NAMES)[number] = 'en') =>
    drawResult({ result: of, locale });
  const CUE = '#f4f1e6';

  test('has an edge of zellige, as the card of a table and the pages have', () => {
    const edge = /<pattern id="zellige"[^>]*><path[^>]* d="([^"]*)"/;
    const lines = edge.exec(card())?.[1];
    expect(edge.exec(drawPreview(picture({})))?.[1]).toBe(lines);
    expect(readFileSync('src/styles/tools/_mixins.scss', 'utf8')).toContain(`d='${lines}'`);
    expect(drawBoard(picture({}))).not.toMatch(edge);
  });

  test('has zellige in the gold of the winner, and in no other side', () => {
    const tiles = (svg: string) => svg.split('<use href="#zellige-tile"').length - 1;
    expect(tiles(card())).toBeGreaterThan(20);
    expect(tiles(card(result({ winner: null })))).toBe(0);
  });

  test('says whose venue it is from', () => {
    expect(read(card(result({ venue: 'Café du Port' })))).toEqual(
      expect.arrayContaining(['Café du Port', 'Table 1', PRODUCT.name]),
    );
  });

  test('says who played, how it ended, and when, in the venue’s zone', () => {
    const svg = card();
    expect(svg).toContain(`width="${CARD_SIZE.width}" height="${CARD_SIZE.height}"`);
    expect(read(svg)).toEqual(
      expect.arrayContaining(['Table 1', 'Youssef', '2', '1', 'Best of', '3', 'Match over', '65–8']),
    );
    expect(read(svg)).toEqual(expect.arrayContaining(['21 Jul 2026', '03:50']));
    expect(read(card(result(), 'ar'))).toEqual(expect.arrayContaining(['الطاولة 1', 'انتهت المباراة']));
  });

  test('says what the match belonged to in one line, above lower sides, and has no room for it otherwise', () => {
    const of = (event: string) => card(result({ detail: { ...result().detail, event } }));
    for (const event of [
      'Open d’Agadir · Quarter-final',
      'بطولة أكادير المفتوحة · ربع النهائي',
      'W'.repeat(60),
    ])
      expect(read(of(event)).join(' ')).toContain(event.slice(0, 20));
    expect(of('')).toBe(card());
    const heightOf = (svg: string, name: string): number =>
      readAll(svg).find(({ text }) => text === name)?.y ?? 0;
    expect(heightOf(of('Agadir'), 'Youssef')).toBeGreaterThan(heightOf(of('Agadir'), 'Agadir') + 20);
    expect(heightOf(of('Agadir'), 'Youssef')).toBeGreaterThan(heightOf(card(), 'Youssef'));
  });

  test('says how a frame ended, if not by its balls', () => {
    const ended = (how: string | null) => ({
      ...result().detail,
      units: result().detail.units.map((unit) => ({ ...unit, how })),
    });
    for (const [how, said] of [
      ['concede', ['conceded', 'concédée', 'تنازل']],
      ['award', ['awarded', 'attribuée', 'ممنوح']],
    ] as const)
      expect(
        (['en', 'fr', 'ar'] as const).map((locale, index) =>
          read(card(result({ detail: ended(how) }), locale)).includes(said[index] ?? ''),
        ),
      ).toEqual([true, true, true]);
    expect(read(card(result({ detail: ended('runOut') })))).not.toContain('run-out');
  });

  test('has a ball for each frame, in order, and one for each name', () => {
    expect([balls(card(), CUE), balls(card(), '#d8403a')]).toEqual([3, 2]);
    expect(readAll(card()).find(({ text }) => text === '64–8')?.x).toBeLessThan(600);
    expect(readAll(card(result(), 'ar')).find(({ text }) => text === '64–8')?.x).toBeGreaterThan(600);
  });

  test.each([35, 99])('has room for %s frames, without their points', (frames) => {
    const svg = card(result({}, frames));
    expect(balls(svg, CUE) + balls(svg, '#d8403a')).toBe(frames + 2);
    expect(read(svg)).not.toContain('64–8');
    const radii = [...svg.matchAll(/r="([\d.]+)" fill="url\(#shine\)"/g)].map(([, radius]) => Number(radius));
    expect(Math.min(...radii)).toBeGreaterThan(9);
  });

  test('shows names as they were typed, and no script', () => {
    const svg = card(result({ names: ['<b>"A" & Co</b>', "</text><script>alert('x')"] }));
    expect(read(svg).join(' ')).toContain('<b>"A" & Co</b>');
    expect(svg).not.toContain('<script');
  });
});

describe('a tournament’s card', () => {
  const LONG = `Abdelkader ${'Benmoussa-'.repeat(6)}`.slice(0, 60);
  const NAMES = ['Salma', 'كريم بن عبد الله', '', '<b>"Zoë" & Co</b>', LONG, 'Mehdi', 'Idir', '\u{10ffff}'];
  const draw = (places: readonly (number | null)[]) => fact('places', places);
  const card = (facts: readonly Fact[], locale: (typeof LOCALE_NAMES)[number] = 'en', venue = '') => {
    const tournament = { id: 't', facts: [{ key: 'open', value: { title: 'Coupe <i>' } }, ...facts] };
    const shown = parsePublicTournament({ status: 'shown', venue, tournament });
    if (typeof shown === 'string') throw new Error(shown);
    return drawTournament({ shown, locale });
  };
  const FOUR = entries(NAMES.slice(0, 4));
  const xOf = (svg: string, name: string): number | undefined =>
    readAll(svg).find(({ text }) => text === name)?.x;

  test('names the tournament above its venue, and how many play', () => {
    const svg = card(FOUR, 'fr', 'نادي أكادير');
    expect(svg).toContain(`width="${CARD_SIZE.width}" height="${CARD_SIZE.height}"`);
    expect(read(svg)).toEqual(
      expect.arrayContaining(['Coupe <i>', 'نادي أكادير', 'Joueurs', '4', 'N° 3', PRODUCT.name]),
    );
    const yOf = (name: string) => readAll(svg).find(({ text }) => text === name)?.y ?? 0;
    expect(yOf('Coupe <i>')).toBeLessThan(yOf('نادي أكادير'));
    expect(svg).not.toContain('<b>');
  });

  test('has its first round once it is drawn, mirrored in Arabic, with erased and illegible names as numbers', () => {
    const facts = [...entries(NAMES), format(), draw([1, 2, 3, 4, 5, null, 6, 8])];
    const svg = card(facts);
    expect(read(svg)).toEqual(
      expect.arrayContaining(['Salma', 'كريم بن عبد الله', 'No. 3', '<b>"Zoë" & Co</b>', 'Bye', 'No. 8']),
    );
    expect(xOf(svg, 'Salma')).toBeLessThan(xOf(svg, 'كريم بن عبد الله') ?? 0);
    const arabic = card(facts, 'ar');
    expect(xOf(arabic, 'Salma')).toBeGreaterThan(xOf(arabic, 'كريم بن عبد الله') ?? 0);
    expect(read(arabic)).toEqual(expect.arrayContaining(['رقم 3', 'إعفاء', 'اللاعبون']));
  });

  test('has its groups', () => {
    const svg = card([...FOUR, format({ groups: 2 }), draw([1, 3, 2, 4])]);
    expect(xOf(svg, 'Group 1')).toBe(xOf(svg, 'Salma'));
    expect(xOf(svg, 'Group 2')).toBeGreaterThan(xOf(svg, 'No. 3') ?? 0);
  });

  test('cuts long names visibly, and counts whom it has no room for', () => {
    const names = Array.from({ length: 128 }, (_, index) => (index === 0 ? LONG : `P${index}`));
    const said = read(card([...entries(names), format(), draw(names.map((_, index) => index + 1))]));
    expect(said.find((text) => text.startsWith('Abdelkader'))).toMatch(/…$/);
    expect(said.filter((text) => text.startsWith('+'))).toEqual(['+17', '+17']);
    expect(said.filter((text) => text === '–')).toHaveLength(64 - 34);
  });

  test('ends with the podium, the winner in gold', () => {
    const facts = [...FOUR, format(), draw([1, 2, 4, 3]), outcome('w1.1', [1, 2]), outcome('w1.2', [4, 3])];
    expect(card(facts)).not.toContain('url(#won)');
    const svg = card([...facts, outcome('w2.1', [1, 4])]);
    expect(svg).toContain('url(#won)');
    const [title, count, ...said] = read(svg).filter((text) => !/^(?:CueBoard|Players|The draw)/.test(text));
    expect([title, count]).toEqual(['Coupe <i>', '4']);
    expect(said).toEqual(['1', 'Salma', '2', '<b>"Zoë" & Co</b>', '3', 'كريم بن عبد الله', '3', 'No. 3']);
  });

  test('can be drawn without players or a name', () => {
    const shown = parsePublicTournament({ status: 'shown', venue: '', tournament: { id: 't', facts: [] } });
    expect(typeof shown === 'string' ? shown : read(drawTournament({ shown, locale: 'en' }))).toContain(
      'Tournament',
    );
  });
});
