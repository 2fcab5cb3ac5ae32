import { mkdirSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import type { Page } from '@playwright/test';
import { DESIGNS } from '../../src/core/overlay/look.ts';
import { LEAST_SHARE } from '../../src/core/overlay/name-steps.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName } from '../../src/core/overlay/layouts.ts';
import { SNOOKER } from '../contract/details.ts';
import { shotOfWindow } from './shot.ts';
import { BRANDING, openStage, type StagedBoard } from './stage.ts';
import { expect, test } from './test.ts';

/**
 * Real names in every layout, design and size. `SHEETS=1 npx playwright test names` also tries the
 * short ones in every design, and draws all into `test-results/names`, to be looked at.
 */

const NAMES = [
  ['Mehdi', 'Abderrahmane Benabdellah'],
  ['Youssef', 'عبد الرحمن بنعبد الله'],
  ['Salma', 'Mohamed Amine El Idrissi Alaoui'],
  ['ⵉⴷⵉⵔ', 'ⵎⵓⵃⴰⵏⴷ ⴰⵎⵣⵉⴰⵏ ⵓⴱⴰⵣⵉⵣ'],
  ['José Luis García Hernández', 'Íñigo'],
  ['王小明', 'María del Carmen Rodríguez Sánchez'],
  ['欧阳娜娜', 'يوسف'],
  ['عبد الإله بنكيران', 'فاطمة الزهراء المنصوري الإدريسي'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'Ng'],
  [
    'Wolfeschlegelsteinhausenbergerdorff-Abdelrahmane El Mansouri',
    'عبد الرحمن بن عبد الله العلوي المدغري الإدريسي الحسني الفاسي',
  ],
  ['Abderrahmane Benabdellah', 'Abdessamad Ouhammou-Belkacem'],
  ['Hicham El Guerrouj', 'Noureddine Morceli'],
  ['Tfghiwlgjjjyqpq Ġyg', 'محيي الدين اليعقوبي'],
  ['Ahmed Benali', 'Amine Benali'],
  ['Jean-Pierre Dupont', 'Maximiliano de la Fuente y Villanueva'],
  ['Lahcen Aït Oumghar N’Tifa', 'Zahra'],
  ['O', 'Bartholomew Fotheringham-Ashcroft'],
  ['Zineb Bouchaïb', 'Yassine Bounou'],
  ['MOHAMMED WASSIM MAMMERI', 'WILLIAM'],
  ['الحسين', 'Ḥemmu Uṭṭalb'],
] as const;

const drawsSheets = process.env['SHEETS'] !== undefined;

const softly = expect.configure({ soft: true });

/** The smallest that anything on air may be written, in pixels of 1080. */
const FLOOR = 22;
/** How near a letter may come to an edge, a slant or a line, in pixels. */
const NEAREST = 6;

const SIZES = (layout: LayoutName) => [
  LAYOUTS[layout],
  ...(layout === 'tv' ? [{ width: 1080, height: 1920 }] : []),
];

const boardOf = ([p1, p2]: readonly [string, string], index: number): StagedBoard =>
  index % 2 === 0
    ? { p1, p2, s1: 2, s2: 11, race_to: 15 }
    : { p1, p2, s1: 2, s2: 1, race_to: 5, detail: { ...SNOOKER, at: index % 4 === 1 ? 'A' : 'B' } };

/** What is wrong with the names of a board. */
const flaws = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ floor, nearest, share }) => {
      interface Point {
        readonly x: number;
        readonly y: number;
      }
      /** The corners of a plate as it is clipped. */
      const corners = (plate: Element): Point[] => {
        const { left, top, width, height } = plate.getBoundingClientRect();
        const { clipPath } = getComputedStyle(plate);
        const length = (said: string, whole: number): number =>
          [...said.matchAll(/(-?)\s*([\d.]+)(px|%)/g)].reduce(
            (sum, [, sign, number, unit]) =>
              sum + (sign === '-' ? -1 : 1) * Number(number) * (unit === '%' ? whole / 100 : 1),
            0,
          );
        const points = /polygon\((.*)\)$/.exec(clipPath)?.[1]?.split(', ') ?? [
          '0% 0%',
          '100% 0%',
          '100% 100%',
          '0% 100%',
        ];
        return points.map((point) => {
          const [x = '', y = ''] = point.match(/calc\([^)]*\)|\S+/g) ?? [];
          return { x: left + length(x, width), y: top + length(y, height) };
        });
      };
      /** How far a point is inside an edge of corners that run clockwise; negative outside. */
      const inside = ({ x, y }: Point, from: Point, to: Point): number =>
        ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) /
        Math.hypot(to.x - from.x, to.y - from.y);
      const names = [...document.querySelectorAll<HTMLElement>('.on-air__name .on-air__text')].map((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const size = parseFloat(getComputedStyle(text).fontSize);
        return { text, size, area: range.getBoundingClientRect(), lines: text.offsetHeight / size > 1.8 };
      });
      const [one, other] = names;
      const smaller = one && other && one.size < other.size ? one : other;
      return [
        ...(names.length === 2 ? [] : [`${names.length} names`]),
        ...(one &&
        other &&
        smaller &&
        !smaller.lines &&
        smaller.size < share * Math.max(one.size, other.size) - 1
          ? [`${one.size} beside ${other.size}`]
          : []),
        ...names.flatMap(({ text, size, area }) => {
          const said = `${text.textContent} (${size})`;
          const plate = text.closest('.on-air__plate');
          const notices = plate?.querySelector('.on-air__note')?.getBoundingClientRect();
          if (!plate) return [`${said} has no plate`];
          const shape = corners(plate);
          // A line box is higher than its letters.
          const [top, bottom] = [area.top + 0.15 * size, area.bottom - 0.15 * size];
          const near = Math.min(
            ...[area.left, area.right].flatMap((x) =>
              [top, bottom].flatMap((y) =>
                shape.flatMap((from, index) => {
                  const to = shape[(index + 1) % shape.length];
                  return !to || Math.abs(to.y - from.y) < 1 ? [] : [inside({ x, y }, from, to)];
                }),
              ),
            ),
          );
          const box = plate.getBoundingClientRect();
          return [
            ...(size < floor ? [`${said} is too small`] : []),
            ...('cut' in text.dataset ? [`${said} is cut`] : []),
            ...(near < nearest ? [`${said} is ${near.toFixed(1)} from an edge`] : []),
            ...(top < box.top - 1 || area.bottom > box.bottom + 1 ? [`${said} leaves its plate`] : []),
            ...(notices && area.bottom > notices.top + 0.15 * size ? [`${said} lies in its notice`] : []),
          ];
        }),
      ];
    },
    { floor: FLOOR, nearest: NEAREST, share: LEAST_SHARE },
  );

for (const layout of LAYOUT_NAMES)
  test(`${layout}: real names are whole, readable and clear of every edge, in every design`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { width, height } of SIZES(layout))
      for (const design of DESIGNS) {
        await page.setViewportSize({ width, height });
        const { show } = await openStage(page, `?layout=${layout}&design=${design}&theme=dark`, {
          ...BRANDING,
          faces: [{ name: 'Youssef', flag: 'MA', picture: null }, ...BRANDING.faces.slice(1)],
        });
        const cells: OverlayOptions[] = [];
        const scale = Math.min(1, 640 / width);
        for (const [index, pair] of NAMES.entries()) {
          // Designs differ in weights and margins, which only the longer names reach.
          if (!drawsSheets && design !== 'baize' && pair.join('').length < 42) continue;
          await show(boardOf(pair, index));
          await softly
            .poll(() => flaws(page), { message: `${design} at ${width} × ${height}: ${pair.join(' – ')}` })
            .toEqual([]);
          if (!drawsSheets) continue;
          cells.push({
            input: await sharp(await shotOfWindow(page))
              .resize(Math.round(width * scale))
              .png()
              .toBuffer(),
            left: (index % 3) * 650,
            top: Math.floor(index / 3) * (Math.round(height * scale) + 10),
          });
        }
        if (cells.length === 0) continue;
        mkdirSync('test-results/names', { recursive: true });
        const rows = Math.ceil(NAMES.length / 3);
        await sharp({
          create: {
            width: 1950,
            height: rows * (Math.round(height * scale) + 10),
            channels: 3,
            background: '#777',
          },
        })
          .composite(cells)
          .png()
          .toFile(`test-results/names/${layout}-${design}-${width}.png`);
      }
  });
