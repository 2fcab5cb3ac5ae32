import type { Locator, Page } from '@playwright/test';
import { openVenue } from '../common/wire-scorer.ts';
import { padOn } from './pad.ts';
import { expect, test } from './test.ts';

/** The pad's layout on devices of other shapes than the phone of the other tests. */

/** The sizes in CSS pixels, with the least size there of any word, and of the score. */
const SIZES = [
  { width: 390, height: 844, words: 12, score: 80 },
  { width: 820, height: 1180, words: 16, score: 130 },
  { width: 1024, height: 768, words: 16, score: 130 },
  { width: 1180, height: 820, words: 16, score: 130 },
  { width: 844, height: 390, words: 12, score: 100 },
  { width: 667, height: 375, words: 12, score: 80 },
  { width: 568, height: 320, words: 12, score: 40 },
] as const;

const TITLE = 'Snooker Table 12';
const NAMES = { p1: 'Abderrahmane Benabdellah', p2: 'عبد الرحمن بنعبد الله' };
/** As long as a name can be, and one that is nearly so. */
const LONGEST = {
  p1: 'Moulay Abderrahmane Ben Abdellah El Alaoui El Idrissi El Has',
  p2: 'عبد الرحمن بن عبد الله العلوي المدغري',
};

/** The texts in a pad that are smaller than `least`, in CSS pixels, as "size text". */
const smallWords = (pad: Locator, least: number): Promise<string[]> =>
  pad.evaluate((node, size) => {
    const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const small: string[] = [];
    for (let word = words.nextNode(); word; word = words.nextNode()) {
      const text = word.textContent?.trim() ?? '';
      const of = word.parentElement;
      if (!of || text === '' || !of.checkVisibility() || of.closest('.visually-hidden')) continue;
      const px = parseFloat(getComputedStyle(of).fontSize) * of.currentCSSZoom;
      if (px < size) small.push(`${px} ${text}`);
    }
    return small;
  }, least);

/** The keys of a pad that are too small for a finger, and the parts that lie over each other or leave the pad. */
const misplaced = (pad: Locator): Promise<string[]> =>
  pad.evaluate((node) => {
    const boxOf = (of: Element) => of.getBoundingClientRect();
    const seen = (selector: string) =>
      [...node.querySelectorAll(selector)].filter((of) => of.checkVisibility() && boxOf(of).height > 0);
    const small = seen('button')
      .filter((of) => Math.min(boxOf(of).width, boxOf(of).height) < 43.5)
      .map((of) => `small: ${of.outerHTML.slice(0, 90)}`);
    const rows = seen('.pad-head__title, .pad-air, .pad-score, .pad-line, .pad__log, .pad-foot');
    const over = rows.slice(1).flatMap((of, index) => {
      const before = rows[index];
      return before && boxOf(before).bottom > boxOf(of).top + 0.5 ? [`over: ${of.className}`] : [];
    });
    const outside = seen('.pad-score__number').flatMap((of) => {
      const [own, side] = [boxOf(of), of.closest('.pad-score__side')].map((one) =>
        one instanceof Element ? boxOf(one) : one,
      ) as [DOMRect, DOMRect];
      return own.left < side.left || own.right > side.right ? [`outside: ${of.textContent}`] : [];
    });
    const cut = seen('.pad-head__title, .pad-score__name, .pad-rack__name')
      .filter((of) => of.scrollHeight > of.clientHeight + 1 || of.scrollWidth > of.clientWidth + 1)
      .map((of) => `cut: ${of.textContent}`);
    // A name's lines are on their side, in either script.
    const aside = seen('.pad-score[data-at] .pad-score__side:last-child .pad-score__name').flatMap((of) => {
      const letters = document.createRange();
      letters.selectNodeContents(of);
      const ends = [...letters.getClientRects()].map(({ right }) => right);
      return Math.max(...ends) - Math.min(...ends) > 2 ? [`aside: ${of.textContent}`] : [];
    });
    return [...small, ...over, ...outside, ...cut, ...aside];
  });

test('each tablet and phone has words, score and keys of its size, and the whole names of table and players', async ({
  browser,
  owner,
  baseURL,
}) => {
  test.slow();
  const venue = await openVenue(baseURL ?? '', owner);
  const [first] = await venue.tables();
  await venue.call('update_table', { id: first?.id, title: TITLE });
  await venue.call('add_table', { title: 'Pool' });
  const [snooker, pool] = await venue.tables();
  if (!snooker || !pool) throw new Error('There are no tables.');
  const open = async (page: Page, table: { readonly id: string }, locale: string) => {
    const given = { table_id: table.id, label: 'Karim' };
    const { secret } = (await venue.call('add_scorer_link', given)) as { secret: string };
    await page.goto(`${baseURL ?? ''}${locale}/score/#${secret}`);
    const pad = padOn(page);
    await expect(pad.key('status')).toHaveAttribute('data-pending', '0');
    return pad.dialog;
  };
  const frame = await venue.begin(snooker, 'snooker', { ...NAMES, bestOf: 9 });
  for (const ball of ['red', 'black', 'red', 'black', 'red', 'pink'])
    await frame.act('pot', { balls: [ball] });
  const racks = await venue.begin(pool, 'eight-ball', { ...NAMES, raceTo: 11 });
  for (let rack = 0; rack < 10; rack += 1) await racks.act('rack', { side: 'A' });

  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  for (const locale of ['', '/ar']) {
    for (const table of [snooker, pool]) {
      const pad = await open(page, table, locale);
      for (const { words, score, ...viewport } of SIZES) {
        await page.setViewportSize(viewport);
        const where = `${viewport.width} × ${viewport.height}${locale} ${table === pool ? 'pool' : 'snooker'}`;
        const digits = pad.getByTestId('pad-score-A');
        // The score is fitted to its new room a moment after the window changed.
        await expect(async () => {
          expect(await misplaced(pad), where).toEqual([]);
          expect(await smallWords(pad, words), where).toEqual([]);
          const size = await digits.evaluate((of) => parseFloat(getComputedStyle(of).fontSize));
          expect(size, where).toBeGreaterThanOrEqual(score);
        }).toPass();
      }
    }
  }
  await context.close();
});

test('whoever wins the match is gold on the pad, as on every board', async ({ page, owner, baseURL }) => {
  const venue = await openVenue(baseURL ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  const { secret } = (await venue.call('add_scorer_link', { table_id: table.id, label: 'Karim' })) as {
    secret: string;
  };
  const racks = await venue.begin(table, 'eight-ball', { p1: 'Salma', p2: 'Mehdi', raceTo: 2 });
  await racks.act('rack', { side: 'B' });
  await page.goto(`/score/#${secret}`);
  const pad = padOn(page);
  const side = (name: string) => pad.dialog.locator(`.pad-score__side[data-side=${name}]`);
  await pad.scores(0, 1);
  const GOLD = /rgb\(242, 193, 78\)/;
  await expect(side('B')).not.toHaveCSS('background-image', GOLD);
  await racks.act('rack', { side: 'B' });
  await pad.scores(0, 2);
  await expect(side('B')).toHaveCSS('background-image', GOLD);
  await expect(side('A')).not.toHaveCSS('background-image', GOLD);
});

test('an upright phone shows the longest names whole', async ({ browser, owner, baseURL }) => {
  const venue = await openVenue(baseURL ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table.');
  await venue.begin(table, 'eight-ball', { ...LONGEST, raceTo: 5 });
  const given = { table_id: table.id, label: 'Karim' };
  const { secret } = (await venue.call('add_scorer_link', given)) as { secret: string };
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${baseURL ?? ''}/score/#${secret}`);
  const pad = padOn(page);
  await expect(pad.key('status')).toHaveAttribute('data-pending', '0');
  await expect.poll(() => misplaced(pad.dialog)).toEqual([]);
  await context.close();
});
