import type { Page } from '@playwright/test';
import { THEMES } from '../../src/core/overlay/board.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName, type Size } from '../../src/core/overlay/layouts.ts';
import { DESIGNS, lookQuery, type Look } from '../../src/core/overlay/look.ts';
import { PICTURES, readBoard } from './contrast.ts';
import { BOARDS, FETCHED_DESIGN, openStage } from './stage.ts';
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

/** A game in play, one with its shot clock low, and a frame that is won. */
const SHOWN = [BOARDS.snooker[0], BOARDS['eight-ball'][1], BOARDS.snooker[6]].flatMap((board) => board ?? []);

/** Where a layout is looked at: a television's smallest picture has as many letters as its largest. */
const windowOf = (layout: LayoutName): Size =>
  layout === 'tv' ? { width: 1280, height: 720 } : LAYOUTS[layout];

/**
 * Reads boards in a look over these pictures; nothing may be too faint, or too thin to be measured. The readings are in
 * `test-results`, to be looked at.
 */
const expectLegible = async (
  page: Page,
  look: Look,
  pictures: readonly (keyof typeof PICTURES)[],
  boards = SHOWN,
): Promise<void> => {
  const { width, height } = windowOf(look.layout);
  await page.setViewportSize({ width, height });
  const query = lookQuery(look, { locale: 'en' });
  const stage = await openStage(page, query);
  for (const [index, board] of boards.entries()) {
    await stage.show(board);
    for (const picture of pictures) {
      const path = test.info().outputPath(`${look.layout}-${look.theme}-${picture}-${index + 1}.png`);
      const readings = await readBoard(page, picture, path);
      expect(readings.length).toBeGreaterThan(5);
      const faint = readings.filter(({ contrast, pixels }) => pixels < 8 || contrast < AA);
      expect(faint, `${query} over ${picture}`).toEqual([]);
    }
  }
};

for (const [row, design] of DESIGNS.entries()) {
  test(`${design} is readable in every layout, and over the hardest background in each theme`, async ({
    page,
  }) => {
    // Themes take turns, and so do games: each layout and each design is read in both themes with both games. Every
    // pair of colours is computed as well.
    for (const [column, layout] of LAYOUT_NAMES.filter((name) => name !== USUAL.layout).entries()) {
      const turn = row + column;
      const theme = THEMES[turn % THEMES.length] ?? 'dark';
      const game = Math.floor(turn / THEMES.length) % 2;
      await expectLegible(page, { ...USUAL, layout, theme, design }, ['table'], SHOWN.slice(game, game + 1));
    }
    for (const theme of THEMES) await expectLegible(page, { ...USUAL, theme, design }, [HARDEST[theme]]);
  });
}

for (const layout of LAYOUT_NAMES)
  test(`the transparent design can be read over any picture in ${layout}, in a venue’s colour`, async ({
    page,
  }) => {
    for (const theme of THEMES) {
      const look: Look = { ...USUAL, layout, theme, design: 'clear', accent: '808080' };
      await expectLegible(page, look, ['white', 'black'], SHOWN.slice(0, 2));
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
  expect(new Set(fetched)).toEqual(new Set(['slate']));
  await expect(page.locator('.on-air__players')).not.toHaveCSS('clip-path', 'none');
});
