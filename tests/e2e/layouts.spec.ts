import type { Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { shownOf } from '../../src/games/boards.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName } from '../../src/core/overlay/layouts.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { shotOfWindow } from './shot.ts';
import { expect, test } from './test.ts';
import { BOARDS, BRANDING, FETCHED_DESIGN, openStage } from './stage.ts';

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
        const { top, bottom } = node.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
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
    const nameSizes = new Set(
      [...document.querySelectorAll('.on-air__name .on-air__text')].map(
        (name) => getComputedStyle(name).fontSize,
      ),
    );
    return [
      ...(nameSizes.size > 1 ? [`names of ${[...nameSizes].join(' and ')}`] : []),
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

/** Texts on air that are too small for viewers. Names are complete, however long they are. */
const smallTexts = (page: Page): Promise<string[]> =>
  page.evaluate((floor) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const on = node.parentElement?.closest('.on-air *:not(.on-air__name *)');
      const size = on ? parseFloat(getComputedStyle(on).fontSize) : floor;
      if (size < floor && node.textContent?.trim()) found.push(`${node.textContent}: ${size}`);
    }
    return found;
  }, FLOOR);

/** The scores on a board, and their sides. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const part = (name: string) => document.querySelector<HTMLElement>(`[data-testid=${name}]`);
    return {
      unit: part('overlay')?.getAttribute('data-unit'),
      p1: part('overlay-p1')?.textContent,
      p2: part('overlay-p2')?.textContent,
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
    const board = await page.getByTestId('overlay').boundingBox();
    expect(board).toEqual({ x: 0, y: 0, width: 3840, height: 224 });
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

/** Boards beside each other: two of each game fill two rows. */
const ACROSS = 4;

/** Directions take turns with themes. French differs from English in words alone, whose places are measured above. */
const PICTURED = { dark: 'en', light: 'ar' } as const;

for (const layout of LAYOUT_NAMES)
  test(`${layout} looks as it did`, async ({ page }) => {
    const { width, height } = LAYOUTS[layout];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const theme of ['dark', 'light'] as const) {
      const cells: OverlayOptions[] = [];
      const cell = { width: Math.min(width, LAYOUTS[layout].fills === 'place' ? 400 : 640), height: 0 };
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
        .png()
        .toBuffer();
      expect
        .soft(picture)
        .toMatchSnapshot(`layout-${layout}-${theme}.png`, { threshold: 0.2, maxDiffPixelRatio: 0.003 });
    }
  });
