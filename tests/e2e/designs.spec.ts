import type { Page } from '@playwright/test';
import { THEMES } from '../../src/core/overlay/board.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName, type Size } from '../../src/core/overlay/layouts.ts';
import { DESIGNS, lookQuery, type Look } from '../../src/core/overlay/look.ts';
import type { GameName } from '../../src/games/boards.ts';
import { PICTURES, readBoard } from './contrast.ts';
import { BOARDS, FETCHED_DESIGN, openStage, type StagedBoard } from './stage.ts';
import { expect, test } from './test.ts';

/** Boards as a browser draws them: they are readable in any design and layout, over any background. */

const AA = 4.5;

const USUAL: Look = {
  layout: 'bar',
  theme: 'dark',
  design: 'baize',
  locale: 'en',
  scale: 1,
  accent: null,
  still: true,
  sponsors: false,
};

/** The hardest backgrounds: they reduce the contrast of a theme's letters. */
const HARDEST = { dark: 'white', light: 'black' } as const;

const boardOf = (game: GameName, place: number): StagedBoard => {
  const board = BOARDS[game][place];
  if (!board) throw new Error('There is no such board.');
  return board;
};

/** A game in play, one with its shot clock low, and a frame that is won. */
const SHOWN = [boardOf('snooker', 0), boardOf('eight-ball', 1), boardOf('snooker', 6)] as const;

/** Where a layout is looked at: a television's smallest picture has as many letters as its largest. */
const windowOf = (layout: LayoutName): Size =>
  layout === 'tv' ? { width: 1280, height: 720 } : LAYOUTS[layout];

/**
 * Reads a board in a look over a picture; nothing may be too faint, or too thin to be measured. The reading is in
 * `test-results`, to be looked at.
 */
const expectLegible = async (
  page: Page,
  look: Look,
  picture: keyof typeof PICTURES,
  board: StagedBoard,
): Promise<void> => {
  const { width, height } = windowOf(look.layout);
  await page.setViewportSize({ width, height });
  const query = lookQuery(look, { locale: 'en' });
  const { show } = await openStage(page, query);
  await show(board);
  const path = test.info().outputPath(`${look.layout}-${look.theme}-${picture}.png`);
  await expect(async () => {
    const readings = await readBoard(page, picture, path);
    expect(readings.length).toBeGreaterThan(5);
    const faint = readings.filter(({ contrast, pixels }) => pixels < 8 || contrast < AA);
    expect(faint, `${query} over ${picture}`).toEqual([]);
  }).toPass();
};

const inTurn = <Item>(items: readonly [Item, ...Item[]], turn: number): Item =>
  items[turn % items.length] ?? items[0];

for (const [row, design] of DESIGNS.entries()) {
  test(`${design} is readable in every layout, and over the hardest background in each theme`, async ({
    page,
  }) => {
    // Themes and boards take turns: each layout and each design is read with all of them. Every pair of colours is
    // computed as well, over any background.
    for (const [column, layout] of LAYOUT_NAMES.filter((name) => name !== USUAL.layout).entries()) {
      const theme = inTurn(THEMES, row + column);
      await expectLegible(
        page,
        { ...USUAL, layout, theme, design },
        'table',
        inTurn(SHOWN, row + column * 2),
      );
    }
    for (const [column, theme] of THEMES.entries())
      await expectLegible(page, { ...USUAL, theme, design }, HARDEST[theme], inTurn(SHOWN, row + column));
  });
}

for (const [row, layout] of LAYOUT_NAMES.entries())
  test(`the transparent design can be read over the hardest background in ${layout}, in a venue’s colour`, async ({
    page,
  }) => {
    for (const [column, theme] of THEMES.entries()) {
      const look: Look = { ...USUAL, layout, theme, design: 'clear', accent: '808080' };
      await expectLegible(page, look, HARDEST[theme], inTurn(SHOWN, row + column));
    }
  });

/** What a board draws beside its parts: those that are placed elsewhere than on their part, and how many are zellige. */
const drawnBeside = (page: Page) =>
  page.evaluate(() => {
    const pieces = [...document.querySelectorAll('.on-air *')].flatMap((part) =>
      ['::before', '::after'].map((name) => ({ part, name, style: getComputedStyle(part, name) })),
    );
    const drawn = pieces.filter(({ style }) => style.position === 'absolute' && style.display !== 'none');
    return {
      astray: drawn
        .filter(({ part }) => getComputedStyle(part).position === 'static')
        .map(({ part, name }) => `${part.className}${name}`),
      edges: drawn.filter(({ style }) => style.backgroundImage.includes('svg')).length,
    };
  });

const EDGED: readonly string[] = ['baize', 'slate', 'club'];

for (const layout of LAYOUT_NAMES)
  test(`what a design draws in ${layout} is on its part of the board, and an edge of zellige where it has one`, async ({
    page,
  }) => {
    const { width, height } = windowOf(layout);
    await page.setViewportSize({ width, height });
    for (const design of DESIGNS) {
      const { show } = await openStage(page, lookQuery({ ...USUAL, layout, design }, { locale: 'en' }));
      await show(boardOf('eight-ball', 0));
      const { astray, edges } = await drawnBeside(page);
      expect(astray, design).toEqual([]);
      expect(edges > 0, design).toBe(EDGED.includes(design));
    }
  });

test('a board of another design fetches that design alone', async ({ page }) => {
  await page.setViewportSize(LAYOUTS.bar);
  const fetched: string[] = [];
  page.on('request', (request) => {
    fetched.push(...(FETCHED_DESIGN.exec(request.url())?.slice(1) ?? []));
  });
  const [board] = BOARDS.plain;
  await (await openStage(page, '?theme=dark')).show(board ?? {});
  expect(fetched).toEqual([]);
  await (await openStage(page, '?theme=dark&design=slate')).show(board ?? {});
  await expect.poll(() => [...new Set(fetched)]).toEqual(['slate']);
  await expect(page.locator('.on-air__players')).not.toHaveCSS('clip-path', 'none');
});
