import type { Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { shownOf, type GameName } from '../../src/games/boards.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName } from '../../src/core/overlay/layouts.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { shotOfWindow } from './shot.ts';
import { expect, test } from './test.ts';
import { SNOOKER } from '../contract/details.ts';
import { BOARDS, BRANDING, FETCHED_DESIGN, openStage, type StagedBoard } from './stage.ts';

const softly = expect.configure({ soft: true });

/** Every layout with boards of every game: their visible parts, and that nothing is cut or overlaps. */

/** Windows to check a layout in: its own, and an upright screen's. */
const WINDOWS = (layout: LayoutName) => [
  LAYOUTS[layout],
  ...(LAYOUTS[layout].fills === 'place' ? [{ width: 1080, height: 1920 }] : []),
];

/** Cut or overlapping parts: pieces of text, balls and clocks, by their texts. */
const flaws = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const board = document.querySelector('[data-testid=overlay]')?.getBoundingClientRect();
    if (!board) return ['There is no board.'];
    const names =
      '.on-air__text, .on-air__note, .on-air__chip, .on-air__race, .on-air__remark, .on-air__best-of';
    const pieces = [
      ...document.querySelectorAll<HTMLElement>(`${names}, .on-air__clock, .on-air__shot, .on-air__face`),
    ]
      .filter((node) => !node.parentElement?.closest(names) && node.textContent !== '' && node.offsetParent)
      .map((node) => {
        const said = `${node.dataset['testid'] ?? node.className}: ${node.textContent}`;
        // A line's own height: what a font keeps above and below its letters may lie over other lines.
        const box = node.getBoundingClientRect();
        // Arabic letters are raised over it, as far as they reach below.
        const raised = parseFloat(getComputedStyle(node).bottom) || 0;
        const [top, bottom] = [box.top + raised, box.bottom + raised];
        const range = document.createRange();
        range.selectNodeContents(node);
        // Sixty letters without a space may end in an ellipsis.
        const { left, right } = (node.dataset['cut'] === undefined ? range : node).getBoundingClientRect();
        const inside = [
          ...(function* () {
            for (let parent = node.parentElement; parent; parent = parent.parentElement)
              if (parent.matches('.on-air__plate, .on-air__tile, .on-air__band, .on-air__fit, .on-air'))
                yield parent;
          })(),
        ].every((parent) => {
          const outer = parent.getBoundingClientRect();
          return (
            left >= outer.left - 1 &&
            right <= outer.right + 1 &&
            top >= outer.top - 1 &&
            bottom <= outer.bottom + 1
          );
        });
        return { said, left, right, top, bottom, inside };
      });
    return [
      ...pieces.flatMap((one, index) => [
        ...(one.inside ? [] : [`cut: ${one.said}`]),
        ...pieces
          .slice(index + 1)
          .filter(
            (other) =>
              Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
              Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
          )
          .map((other) => `${one.said} lies over ${other.said}`),
      ]),
    ];
  });

/** The smallest that anything on air may be written, in pixels of 1080. */
const FLOOR = 22;

/** Texts on air that are too small for viewers. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate((floor) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const on = node.parentElement?.closest('.on-air *');
      const size = on ? parseFloat(getComputedStyle(on).fontSize) : floor;
      if (size < floor && node.textContent?.trim()) found.push(`${node.textContent}: ${size}`);
    }
    return found;
  }, FLOOR);

/** The scores on a board, and their sides. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const part = (name: string) => document.querySelector<HTMLElement>(`[data-testid=${name}]`);
    // A shortened name has the whole one for screen readers.
    const nameOf = (id: string) => {
      const name = part(id)?.querySelector('bdi');
      const said = name?.getAttribute('aria-label') ?? name?.textContent;
      return said?.replaceAll('\u00ad', '').replaceAll('\u00a0', ' ');
    };
    return {
      unit: part('overlay')?.getAttribute('data-unit'),
      p1: nameOf('overlay-p1'),
      p2: nameOf('overlay-p2'),
    };
  });

const ALL = Object.values(BOARDS).flat();

/** Of the two languages that are read from the left French has the longer words, but for a re-spotted black. */
const LONGEST_IN_ENGLISH = ALL.filter(({ detail }) => detail && 'respotted' in detail && detail.respotted);

for (const layout of LAYOUT_NAMES)
  test(`${layout}: nothing of any board is cut, lies over something else or is too small, in any language`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const locale of LOCALE_NAMES)
      for (const [place, { width, height }] of WINDOWS(layout).entries()) {
        await page.setViewportSize({ width, height });
        const { show } = await openStage(page, `?layout=${layout}&lang=${locale}`);
        for (const board of locale === DEFAULT_LOCALE ? LONGEST_IN_ENGLISH : ALL) {
          await show(board);
          const { unit } = shownOf({ s1: 0, s2: 0, raceTo: 0, detail: board.detail ?? null });
          const { p1 = '', p2 = '' } = board;
          // A text is fitted again when its typeface or its place has come. All is asked at once, of hundreds of
          // boards.
          await softly
            .poll(
              async () => ({
                ...(await wordsOf(page)),
                flaws: await flaws(page),
                small: place === 0 ? await smallTexts(page) : [],
              }),
              { message: `${locale} at ${width} × ${height}: ${JSON.stringify(board)}` },
            )
            .toEqual({ unit, p1, p2, flaws: [], small: [] });
        }
      }
  });

test('a table’s long name takes no room from the players and their scores, in any layout', async ({
  page,
}) => {
  const branding = { ...BRANDING, table: 'The long table beside the window at the very end of the hall' };
  for (const layout of LAYOUT_NAMES) {
    const { width, height } = LAYOUTS[layout];
    await page.setViewportSize({ width, height });
    const { show } = await openStage(page, `?layout=${layout}`, branding);
    await show({ p1: 'Youssef Berrada Alaoui', p2: 'Omar', s1: 6, s2: 4, race_to: 9 });
    // The name itself may end in an ellipsis, whose hidden letters are measured, too.
    const others = async () => (await flaws(page)).filter((flaw) => !flaw.includes(branding.table));
    await softly.poll(others, { message: layout }).toEqual([]);
  }
});

const EVENT = 'Open d’Agadir · Quarter-final';
const boardOf = (game: GameName, place: number): StagedBoard => ({ ...BOARDS[game][place], event: EVENT });

test('an event is shown where it has room, and gives way in the bar to a break, a remark and a time', async ({
  page,
}) => {
  const shown = (name: string) => page.getByTestId(`overlay-${name}`);
  for (const layout of LAYOUT_NAMES) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}&sponsors=none`);
    await show(boardOf('eight-ball', 0));
    await expect(shown('event'), layout).toHaveText(layout === 'corner' ? [] : [EVENT]);
    if (layout === 'lower') await expect(shown('table')).toHaveCount(0);
    if (layout !== 'bar') continue;
    for (const [board, instead] of [
      [boardOf('snooker', 0), 'break'],
      [boardOf('snooker', 5), 'respotted'],
      [boardOf('snooker', 4), 'shot'],
    ] as const) {
      await show(board);
      await expect(shown(instead)).toBeVisible();
      await expect(shown('event')).toHaveCount(0);
    }
  }
});

test('a source narrower than a board shows all of it, smaller, and as wide as asked for once it is wider', async ({
  page,
}) => {
  for (const layout of ['bar', 'lower'] as const) {
    const { width, height } = LAYOUTS[layout];
    // What OBS gives a new browser source.
    await page.setViewportSize({ width: 800, height: 600 });
    const { show } = await openStage(page, `?layout=${layout}`);
    await show({ p1: 'Salma', p2: 'Mehdi' });
    const box = () => page.locator('.on-air__canvas').boundingBox();
    await expect.poll(box, layout).toMatchObject({ x: 0, y: 0, width: 800 });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(box, layout).toEqual({ x: 0, y: 0, width, height });
  }
});

test('a break shows three balls or none, or all of its own', async ({ page }) => {
  for (const layout of ['bar', 'corner', 'square', 'lower', 'full'] as const) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}`);
    const balls = (all: readonly string[], p1: string) =>
      show({ ...BOARDS.snooker[0], p1, detail: { ...SNOOKER, balls: all } as typeof SNOOKER });
    const seen = () => page.locator('.on-air__balls .ball').filter({ visible: true }).count();
    await balls(['red'], 'Mehdi');
    await expect.poll(seen, layout).toBe(1);
    // A face takes room.
    for (const p1 of ['Mehdi', 'Salma', 'Youssef']) {
      await balls(['red', 'black', 'red', 'pink', 'red', 'black', 'red', 'black'], p1);
      await expect
        .poll(async () => [0, 3, 4, 5, 6, 7, 8].includes(await seen()), `${layout}, ${p1}`)
        .toBe(true);
    }
  }
});

test('the name of a player without notices is in the middle of the plate', async ({ page }) => {
  for (const layout of ['lower', 'full'] as const) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}`);
    await show({ ...BOARDS.snooker[0], p1: 'Mehdi', p2: 'Amina' });
    const offsets = () =>
      page.locator('.on-air__plate').evaluateAll((plates) =>
        plates.map((plate) => {
          const middle = (node: Element | null) => {
            const { top = 0, bottom = 0 } = node?.getBoundingClientRect() ?? {};
            return (top + bottom) / 2;
          };
          return Math.abs(middle(plate.querySelector('.on-air__text')) - middle(plate));
        }),
      );
    await expect(async () => {
      const [withNotice, without] = await offsets();
      expect(without, layout).toBeLessThan(4);
      expect(withNotice, layout).toBeGreaterThan(10);
    }).toPass();
  }
});

test('a flag without a portrait is level with its name on a television', async ({ page }) => {
  await page.setViewportSize(LAYOUTS.tv);
  const { show } = await openStage(page, '?layout=tv');
  await show({ ...BOARDS['eight-ball'][1], p1: 'Mehdi', p2: 'Salma' });
  const away = () =>
    page.locator('.on-air__plate[data-side=B]').evaluate((plate) => {
      const [name, flag] = ['.on-air__text', '.on-air__flag'].map((part) => {
        const { top = 0, bottom = 0 } = plate.querySelector(part)?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      }) as [number, number];
      return Math.abs(name - flag);
    });
  await expect.poll(away).toBeLessThan(4);
});

test('Arabic letters, which reach far below the line, are clear of the edge below', async ({ page }) => {
  const name = 'فاطمة الزهراء المنصوري الإدريسي';
  for (const layout of LAYOUT_NAMES) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}&lang=ar&sponsors=none`);
    await show({ p1: 'Mehdi', p2: name, event: 'بطولة أكادير المفتوحة · ربع النهائي', s1: 9, s2: 4 });
    /** How far the ink of texts is from the edges that it must not touch, in pixels. */
    const clear = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.on-air__fit > [data-arabic]')].flatMap((text) => {
          const plate =
            text.closest('.on-air__plate') ??
            document.querySelector('.on-air__event ~ .on-air__row, .on-air__head:has(.on-air__event) ~ *');
          const brush = document.createElement('canvas').getContext('2d');
          if (!plate || !brush || !text.closest('.on-air__name, .on-air__event')) return [];
          const { fontFamily, fontSize, fontWeight } = getComputedStyle(text);
          brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          const said = brush.measureText(text.textContent);
          const range = document.createRange();
          range.selectNodeContents(text);
          const { top: from, bottom: to } = range.getBoundingClientRect();
          const above = from + said.fontBoundingBoxAscent - said.actualBoundingBoxAscent;
          const below = to - said.fontBoundingBoxDescent + said.actualBoundingBoxDescent;
          const { top, bottom } = plate.getBoundingClientRect();
          return plate.contains(text) ? [bottom - below, above - top] : [top - below];
        }),
      );
    await expect(async () => {
      const all = await clear();
      expect(all.length, layout).toBeGreaterThan(0);
      expect(Math.min(...all), layout).toBeGreaterThan(3);
    }).toPass();
  }
});

/** How far the letters of names, digits of frames and balls are from the sides of their plates, which may be slanted. */
const margins = (page: Page): Promise<Record<'names' | 'others', number>> =>
  page.evaluate(() => {
    const all = { names: [] as number[], others: [] as number[] };
    for (const plate of document.querySelectorAll<HTMLElement>('.on-air__plate')) {
      const outer = plate.getBoundingClientRect();
      const { clipPath } = getComputedStyle(plate);
      const slantOf = (found: RegExp) => parseFloat(found.exec(clipPath)?.[1] ?? '0');
      const slants = { start: slantOf(/^polygon\((\S+) /), end: slantOf(/calc\(100% - (\S+)\)/) };
      for (const node of plate.querySelectorAll<HTMLElement>(
        '.on-air__name bdi, .on-air__frame-count bdi, .on-air__note, .on-air__flag[src], .on-air__portrait[src]',
      )) {
        if (node.offsetParent === null) continue;
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const down = (y: number) => (y - outer.top) / outer.height;
        const distance = Math.min(
          left - outer.left - slants.start * (1 - down(top)),
          outer.right - right - slants.end * down(bottom),
        );
        all[node.closest('.on-air__name') ? 'names' : 'others'].push(distance);
      }
    }
    return { names: Math.min(...all.names), others: Math.min(...all.others) };
  });

test('slanted plates keep names, digits, balls and flags off their slants', async ({ page }) => {
  for (const [layout, least] of [
    ['bar', 26],
    ['corner', 8],
    ['lower', 16],
    ['full', 16],
  ] as const) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}&design=ribbon`);
    for (const [place, changes] of [
      [0, { s1: 17, s2: 17 }],
      [1, {}],
      [3, { p1: 'Youssef Berrada Alaoui' }],
    ] as const) {
      await show({ ...BOARDS.snooker[place], ...changes });
      const measured = `${layout}, ${place}`;
      await expect(async () => {
        const { names, others } = await margins(page);
        expect(names, measured).toBeGreaterThanOrEqual(least);
        expect(others, measured).toBeGreaterThanOrEqual(8);
      }).toPass();
    }
  }
});

test('one board shows in two layouts, themes and languages at once', async ({ page, otherDevice }) => {
  const second = await otherDevice.newPage();
  const [board] = BOARDS.snooker;
  if (!board) throw new Error('There is a board of snooker.');
  for (const [shown, query] of [
    [page, '?layout=corner&theme=dark&lang=en'],
    [second, '?layout=tv&theme=light&lang=ar'],
  ] as const) {
    const { show } = await openStage(shown, query);
    await show(board);
    await expect(shown.getByTestId('overlay-points-1')).toHaveText('58');
    await expect(shown.getByTestId('overlay-s2')).toHaveText('1');
  }
  await expect(page.getByTestId('overlay')).toHaveAttribute('data-theme', 'dark');
  await expect(second.getByTestId('overlay')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByTestId('overlay-frame')).toHaveText('Frame 4');
  await expect(second.getByTestId('overlay-frame')).toHaveText('الشوط 4');
});

test('the bar fetches no other layout, and no design', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const { show } = await openStage(page, '?theme=dark');
  await show({ p1: 'Salma' });
  const layouts = fetched.flatMap((url) => /(\w+)Layout\./.exec(url)?.slice(1) ?? []);
  expect(layouts.filter((name) => name !== 'Any')).toEqual(['Bar']);
  expect(fetched.filter((url) => FETCHED_DESIGN.test(url))).toEqual([]);
});

test('a layout over the whole width is as sharp as its source is wide', async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 224 });
  for (const query of ['?layout=full', '?layout=full&scale=2']) {
    const { show } = await openStage(page, query);
    await show({ p1: 'Salma', p2: 'Mehdi' });
    await expect
      .poll(() => page.getByTestId('overlay').boundingBox())
      .toEqual({ x: 0, y: 0, width: 3840, height: 224 });
  }
});

test('in no layout does anything move when a second of a shot passes', async ({ page }) => {
  const clock = page.getByTestId('overlay-shot');
  for (const layout of LAYOUT_NAMES) {
    const { width, height } = LAYOUTS[layout];
    await page.setViewportSize({ width, height });
    const { show } = await openStage(page, `?layout=${layout}`);
    const placesAt = async (left: number) => {
      await show({ p1: 'Salma', p2: 'Mehdi', shot: { left } });
      await expect(clock).toHaveText(String(left));
      return clock.evaluate((shown) =>
        ['.clock-digit:last-child', '.on-air__shot-ring'].map((name) =>
          shown.querySelector(name)?.getBoundingClientRect().left.toFixed(1),
        ),
      );
    };
    const places = await placesAt(20);
    expect(places).not.toContain(undefined);
    expect(await placesAt(11), layout).toEqual(places);
  }
});

test('a clock closes up beside a 1, and nothing but its seconds moves within a minute', async ({ page }) => {
  for (const layout of LAYOUT_NAMES) {
    await page.setViewportSize(LAYOUTS[layout]);
    const { show } = await openStage(page, `?layout=${layout}`);
    await show({ p1: 'Salma', p2: 'Mehdi' });
    const clock = page.getByTestId('overlay-clock');
    const placesAt = (seconds: string) =>
      clock.evaluate((shown, digits) => {
        const cells = [...shown.querySelectorAll('.clock-last .clock-digit')];
        cells.forEach((cell, index) => (cell.textContent = digits[index] ?? ''));
        const box = (node: Element | null | undefined) => node?.getBoundingClientRect() ?? new DOMRect();
        return {
          width: box(cells[0]).width,
          places: [shown.querySelector('.clock-digit'), shown.querySelector('.clock-last')].map((node) =>
            box(node).left.toFixed(1),
          ),
        };
      }, seconds);
    const [ones, zeros] = [await placesAt('11'), await placesAt('00')];
    expect(ones.width, layout).toBeLessThan(0.9 * zeros.width);
    expect(ones.places, layout).toEqual(zeros.places);
  }
});

/** Boards beside each other: two of each game fill two rows. */
const ACROSS = 4;
/** Of one board in a picture, in pixels. */
const MOST_HEIGHT = 380;

/** Directions take turns with themes. French differs from English in words alone, whose places are measured above. */
const PICTURED = { dark: 'en', light: 'ar' } as const;

for (const layout of LAYOUT_NAMES)
  test(`${layout} looks as it did`, async ({ page }) => {
    const { width, height } = LAYOUTS[layout];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const theme of ['dark', 'light'] as const) {
      const cells: OverlayOptions[] = [];
      const most = LAYOUTS[layout].fills === 'place' ? 400 : 640;
      const cell = { width: Math.round(Math.min(width, most, (MOST_HEIGHT * width) / height)), height: 0 };
      cell.height = Math.round((height * cell.width) / width);
      const { show } = await openStage(page, `?layout=${layout}&theme=${theme}&lang=${PICTURED[theme]}`);
      for (const [index, board] of Object.values(BOARDS)
        .flatMap((boards) => boards.slice(0, 2))
        .entries()) {
        await show(board);
        await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
        const input = await sharp(await shotOfWindow(page))
          .resize(cell.width, cell.height)
          .removeAlpha()
          .raw()
          .toBuffer();
        cells.push({
          input,
          raw: { ...cell, channels: 3 },
          left: (index % ACROSS) * cell.width,
          top: Math.floor(index / ACROSS) * cell.height,
        });
      }
      const sheet = { width: cell.width * ACROSS, height: cell.height * 2 };
      const picture = await sharp({ create: { ...sheet, channels: 3, background: '#777' } })
        .composite(cells)
        // A third of the bytes, in colours that eyes can't tell apart.
        .png({ palette: true, effort: 10 })
        .toBuffer();
      expect
        .soft(picture)
        .toMatchSnapshot(`layout-${layout}-${theme}.png`, { threshold: 0.2, maxDiffPixelRatio: 0.003 });
    }
  });
