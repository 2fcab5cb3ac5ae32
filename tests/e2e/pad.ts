import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test as base } from './test.ts';

/**
 * A phone that is held upright, and has a finger. Its owner wants no motion: a sheet that slides in under a busy
 * processor takes a tap where its key was a moment before, and nothing happens.
 */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const;

/** The values to start a match with, by the form's own labels. */
interface Format {
  readonly game: 'Snooker' | '8-Ball' | '9-Ball';
  readonly p1: string;
  readonly p2: string;
  /** Best of, or race to. */
  readonly length: string;
  readonly reds?: string;
}

/** Begins a match by the form of a table's desk, which leads to its pad. */
export const beginMatch = async (page: Page, { game, p1, p2, length, reds }: Format): Promise<Pad> => {
  await page.getByRole('link', { name: 'New match' }).click();
  const form = page.getByRole('dialog', { name: 'New match' });
  // The names of 8-ball and 9-ball are kept in one line by a sign between its parts.
  await form.getByText(game === 'Snooker' ? game : new RegExp(`^${game.replace('-', '-.?')}$`)).click();
  const players = form.getByRole('group', { name: 'Players' });
  await players.getByRole('textbox', { name: 'Player A' }).fill(p1);
  await players.getByRole('textbox', { name: 'Player B' }).fill(p2);
  const lengths = form.getByRole('group', { name: game === 'Snooker' ? 'Best of' : 'Race to' });
  await lengths.getByText(length, { exact: true }).click();
  if (reds) await form.getByRole('group', { name: 'Reds', exact: true }).getByText(reds).click();
  await form.getByRole('button', { name: 'Start match' }).click();
  await expect(form).toBeHidden();
  const pad = padOn(page);
  await pad.scores(0, 0);
  return pad;
};

export interface Pad {
  readonly dialog: Locator;
  readonly sheet: Locator;
  /** A key of the pad, or of the sheet over it. */
  readonly key: (name: string) => Locator;
  /** Taps keys, one after the other. A key that sleeps after its tap is waited for. */
  readonly tap: (...keys: readonly string[]) => Promise<void>;
  /** Chooses something of the sheet behind "more". */
  readonly more: (name: string) => Promise<void>;
  /** The same, until one side has so many racks: the two keys sleep together. */
  readonly rack: (side: 'A' | 'B', racks: number) => Promise<void>;
  readonly scores: (a: number, b: number) => Promise<void>;
  readonly frames: (a: number, b: number) => Promise<void>;
  /** The plate beside the strip says that so many actions aren't on air, or that all are. */
  readonly waiting: (actions: number) => Promise<void>;
}

export const padOn = (page: Page): Pad => {
  const dialog = page.locator('dialog.pad');
  const sheet = dialog.locator('.pad-sheet');
  const key = (name: string): Locator => dialog.locator(`[data-key="${name}"]`);
  const number = (part: string, side: 'A' | 'B'): Locator => dialog.getByTestId(`pad-${part}-${side}`);
  return {
    dialog,
    sheet,
    key,
    tap: async (...keys) => {
      for (const name of keys) await key(name).tap();
    },
    more: async (name) => {
      await key('more').tap();
      await sheet.locator(`[data-key="${name}"]`).tap();
    },
    rack: (side, racks) =>
      expect
        .poll(async () => {
          const score = number('score', side);
          if ((await score.textContent()) !== String(racks)) await key(`rack${side}`).tap();
          return score.textContent();
        })
        .toBe(String(racks)),
    scores: async (a, b) => {
      await expect(number('score', 'A')).toHaveText(String(a));
      await expect(number('score', 'B')).toHaveText(String(b));
    },
    frames: async (a, b) => {
      await expect(number('frames', 'A')).toHaveText(String(a));
      await expect(number('frames', 'B')).toHaveText(String(b));
    },
    waiting: async (actions) => {
      // Until an answer is late, the plate doesn't count what waits for it.
      await expect(key('status')).toHaveAttribute('data-pending', String(actions));
      await expect(key('status')).toHaveText(actions === 0 ? 'All on air' : `${actions}not on air yet`);
    },
  };
};

/** What viewers see: the large numbers, and the frames between them in snooker. */
interface Shown {
  readonly names: readonly [string, string];
  readonly score: readonly [number, number];
  readonly frames?: readonly [number, number];
}

/** Screens of a table, one in each language. */
interface Screens {
  readonly pages: readonly Page[];
  /** A label, in Arabic and in French. */
  readonly say: (part: string, labels: readonly [string, string]) => Promise<void>;
  readonly show: (board: Shown) => Promise<void>;
}

const openScreens = async (context: BrowserContext, link: string): Promise<Screens> => {
  const pages = await Promise.all(
    ['ar', 'fr'].map(async (language) => {
      const page = await context.newPage();
      await page.goto(`${link.split('?')[0] ?? ''}?lang=${language}`);
      await expect(page.getByTestId('overlay').locator(`[lang="${language}"]`).first()).toBeAttached();
      return page;
    }),
  );
  return {
    pages,
    say: async (part, labels) => {
      for (const [index, page] of pages.entries()) {
        await expect(page.getByTestId(part)).toHaveText(labels[index] ?? '');
      }
    },
    show: async ({ names, score, frames }) => {
      const board: Readonly<Record<string, string | number>> = {
        'overlay-p1': names[0],
        'overlay-p2': names[1],
        ...(frames
          ? {
              'overlay-points-1': score[0],
              'overlay-points-2': score[1],
              'overlay-s1': frames[0],
              'overlay-s2': frames[1],
            }
          : { 'overlay-s1': score[0], 'overlay-s2': score[1] }),
      };
      for (const page of pages) {
        for (const [part, text] of Object.entries(board)) {
          await expect(page.getByTestId(part)).toHaveText(String(text));
        }
      }
    },
  };
};

export const test = base.extend<{ openScreens: (link: string) => Promise<Screens> }>({
  /** Opens a table's overlay in two languages, each as its broadcast software has it. */
  openScreens: async ({ browser }, use) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 150 },
      hasTouch: false,
      isMobile: false,
    });
    await use((link) => openScreens(context, link));
    await context.close();
  },
});
