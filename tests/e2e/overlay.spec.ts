import type { Locator, Page } from '@playwright/test';
import { LAYOUTS } from '../../src/core/overlay/layouts.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { deploy } from './deploy.ts';
import { settled } from './settled.ts';
import { openStage } from './stage.ts';
import { expect, test, type Owner } from './test.ts';

/** The overlay of a match that is scored elsewhere, as viewers see it. */

test.use({ viewport: LAYOUTS.bar });

const open = async (owner: Owner) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('An owner has a table.');
  return { ...venue, table, path: `/overlay/${table.token}` };
};

const part = (page: Page, name: string): Locator => page.getByTestId(`overlay-${name}`);

const plate = (page: Page, side: 'A' | 'B'): Locator => page.locator(`.on-air__plate[data-side=${side}]`);

/** The side with a notice beneath its name. */
const sideOf = (notice: Locator): Promise<string | null> =>
  notice.evaluate((node) => node.closest('[data-side]')?.getAttribute('data-side') ?? null);

/** Texts that are cut or cross the bar's edge. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector('[data-testid=overlay]')?.getBoundingClientRect();
    return [
      ...document.querySelectorAll('.on-air__fit, .on-air__chip, .on-air__strip, .on-air__best-of'),
    ].flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const inner = range.getBoundingClientRect();
      const outside =
        !bar ||
        inner.left < bar.left - 1 ||
        inner.right > bar.right + 1 ||
        inner.top < bar.top - 1 ||
        inner.bottom > bar.bottom + 1;
      return outside || node.scrollWidth > node.clientWidth + 1 ? [node.textContent] : [];
    });
  });

test('two overlays in two languages show one snooker match', async ({ page, owner, otherDevice }) => {
  const { begin, table, path } = await open(owner);
  const { act } = await begin(table, 'snooker');
  const arabic = await otherDevice.newPage();
  await page.goto(`${path}?theme=dark`);
  await arabic.goto(`${path}?theme=light&lang=ar`);
  const both = [page, arabic];
  for (const overlay of both) {
    await expect(plate(overlay, 'A')).toHaveAttribute('data-lit');
    await expect(part(overlay, 'points-1')).toHaveText('0');
  }
  await expect(part(page, 'best-of')).toHaveText('Best of 9');
  await expect(part(arabic, 'best-of')).toHaveText('الأفضل من 9');
  await expect(part(page, 'frame')).toHaveText('Frame 1');
  await expect(part(arabic, 'frame')).toHaveText('الشوط 1');

  await act('pot', { balls: ['red'] });
  await act('pot', { balls: ['black'] });
  await act('pot', { balls: ['red'] });
  for (const overlay of both) {
    await expect(part(overlay, 'points-1')).toHaveText('9');
    const shown = part(overlay, 'break');
    await expect(shown.locator('.ball')).toHaveCount(3);
    await expect(shown).toContainText('9');
    await expect.poll(() => sideOf(shown)).toBe('A');
  }
  await expect(part(page, 'break')).toContainText('Break');
  await expect(part(arabic, 'break')).toContainText('البريك');
  // Labels run as their language does, and the board as every scoreboard.
  for (const [overlay, lang, dir] of [
    [page, 'en', 'ltr'],
    [arabic, 'ar', 'rtl'],
  ] as const) {
    await expect(part(overlay, 'break')).toHaveAttribute('lang', lang);
    await expect(part(overlay, 'break')).toHaveCSS('direction', dir);
    await expect(part(overlay, 'clock')).toHaveCSS('direction', 'ltr');
    await expect(async () => {
      const boxes = await Promise.all(
        ['p1', 'points-1', 's1', 's2', 'points-2', 'p2'].map((name) => part(overlay, name).boundingBox()),
      );
      const places = boxes.map((box) => box?.x ?? 0);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }).toPass();
  }

  await act('foul', { points: 4, freeBall: true });
  for (const overlay of both) {
    await expect(plate(overlay, 'B')).toHaveAttribute('data-lit');
    await expect(plate(overlay, 'A')).not.toHaveAttribute('data-lit');
    await expect(part(overlay, 'points-2')).toHaveText('4');
    await expect(part(overlay, 'break')).toHaveCount(0);
    await expect.poll(() => sideOf(part(overlay, 'freeBall'))).toBe('B');
  }
  await act('concede', { side: 'A' });
  for (const overlay of both) {
    await expect(part(overlay, 's2')).toHaveText('1');
    await expect(plate(overlay, 'B')).toHaveAttribute('data-won');
    await expect.poll(() => sideOf(part(overlay, 'frameWon'))).toBe('B');
  }
  await expect(part(arabic, 'frameWon')).toHaveText('الفوز بالشوط');
});

test('two overlays in two languages show one pool match with its shot clock', async ({
  page,
  owner,
  otherDevice,
}) => {
  const { begin, table, path } = await open(owner);
  const { act, clock } = await begin(table, 'eight-ball', { raceTo: 2 });
  const french = await otherDevice.newPage();
  await page.goto(`/ar${path}?lang=en`);
  await french.clock.install();
  await french.goto(`${path}?lang=fr`);
  const both = [page, french];
  await expect(part(page, 'race-to')).toHaveText('Race to 2');
  await expect(part(french, 'race-to')).toHaveText('Premier à 2');
  // The page hears of a newer version while a match is on.
  const isOld = await deploy(french);
  for (const overlay of both) {
    await expect(part(overlay, 'shot')).toHaveCount(0);
    await expect.poll(() => sideOf(part(overlay, 'breaks'))).toBe('A');
  }

  await clock('shot.start', { n: 600, warn: 10 });
  for (const overlay of both) {
    await expect(part(overlay, 'shot')).toHaveAttribute('data-shot', 'running');
    await expect(part(overlay, 'shot')).toHaveText(/^(600|5\d\d)$/);
  }
  // Each second is written, and nothing of the board is drawn again.
  const before = await part(page, 'shot').textContent();
  await expect(part(page, 'shot')).not.toHaveText(before ?? '');
  await clock('shot.start', { n: 600, warn: 600 });
  for (const overlay of both) await expect(part(overlay, 'shot')).toHaveAttribute('data-shot', 'low');
  await clock('shot.stop');
  for (const overlay of both) await expect(part(overlay, 'shot')).toHaveAttribute('data-shot', 'paused');

  await act('rack', { side: 'A' });
  for (const overlay of both) {
    await expect(part(overlay, 's1')).toHaveText('1');
    // In turns: the other breaks.
    await expect.poll(() => sideOf(part(overlay, 'breaks'))).toBe('B');
  }
  await act('rack', { side: 'B' });
  await expect(part(page, 'hillHill')).toHaveText('Hill-hill');
  await expect(part(french, 'hillHill')).toHaveText('Partie décisive');
  await act('foul', { side: 'B' });
  for (const overlay of both) await expect.poll(() => sideOf(part(overlay, 'fouls'))).toBe('B');
  await act('rack', { side: 'A', how: 'runOut' });
  for (const overlay of both) {
    await expect(part(overlay, 's1')).toHaveText('2');
    await expect.poll(() => sideOf(part(overlay, 'matchWon'))).toBe('A');
    await expect(part(overlay, 'breaks')).toHaveCount(0);
  }
  await clock('shot.off');
  for (const overlay of both) await expect(part(overlay, 'shot')).toHaveCount(0);

  // It loads itself once the match has been over for a while, and once only.
  expect(await isOld()).toBe(true);
  await french.clock.fastForward(1000);
  await french.clock.fastForward(20_000);
  await expect.poll(isOld).toBe(false);
  await expect(part(french, 's1')).toHaveText('2');
});

test('names of 60 letters fit between points, frames and a shot clock', async ({ page, owner }) => {
  const { begin, tables, path } = await open(owner);
  await page.goto(path);
  for (const name of [
    'Wolfeschlegelsteinhausenbergerdorff-Abdelrahmane El Mansouri',
    'عبد الرحمن بن عبد الله العلوي المدغري الإدريسي الحسني الفاسي',
    `${'👩🏽‍🚀🎱'.repeat(8)} <b>&`,
    // Sixty of the widest letter would have to be smaller than viewers can read.
    'Hubert'.repeat(10),
  ]) {
    const names = { p1: name, p2: name };
    for (const game of ['snooker', 'eight-ball'] as const) {
      const [table] = await tables();
      if (!table) throw new Error('The table is there.');
      const { act, clock } = await begin(table, game, names);
      if (game === 'eight-ball') await clock('shot.start', { n: 3600, warn: 1 });
      else await act('pot', { balls: ['red'] });
      await expect(page.getByTestId('overlay')).toHaveAttribute(
        'data-unit',
        game === 'snooker' ? 'frame' : 'rack',
      );
      await expect(part(page, 'p1')).toHaveText(name);
      await expect(part(page, game === 'eight-ball' ? 'shot' : 'break')).toBeVisible();
      await settled(page);
      await expect.poll(() => cut(page), `${name} in ${game}`).toEqual([]);
    }
  }
});

/** Counts animations that start on a page from now on. Returns a function with the number so far. */
const countMotion = async (page: Page): Promise<() => Promise<number>> => {
  const counter = await page.evaluateHandle(() => {
    const counted = { motions: 0 };
    for (const kind of ['animationstart', 'transitionrun']) {
      document.addEventListener(kind, () => (counted.motions += 1));
    }
    return counted;
  });
  return () => counter.evaluate(({ motions }) => motions);
};

test('a score change is animated, unless the link or the viewer forbids motion', async ({
  page,
  owner,
  otherDevice,
}) => {
  const { begin, table, path } = await open(owner);
  const { act } = await begin(table, 'snooker');
  const [still, reduced] = [await otherDevice.newPage(), await otherDevice.newPage()];
  await reduced.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await still.goto(`${path}?motion=none`);
  await reduced.goto(path);
  const pages = [page, still, reduced];
  for (const overlay of pages) await expect(part(overlay, 'points-1')).toHaveText('0');
  const counts = await Promise.all(pages.map(countMotion));
  await act('pot', { balls: ['red'] });
  for (const overlay of pages) await expect(part(overlay, 'points-1')).toHaveText('1');
  await act('concede', { side: 'B' });
  for (const overlay of pages) await expect(part(overlay, 'frameWon')).toBeVisible();
  const running = (overlay: Page): Promise<number> => overlay.evaluate(() => document.getAnimations().length);
  expect(await Promise.all([still, reduced].map(running))).toEqual([0, 0]);
  await expect.poll(() => counts[0]?.()).toBeGreaterThan(3);
  expect([await counts[1]?.(), await counts[2]?.()]).toEqual([0, 0]);
  // Once, and then it is still.
  await expect.poll(() => running(page)).toBe(0);
});

test('a link that was replaced is dark at once, and the overlay’s id with it', async ({
  page,
  owner,
  otherDevice,
}) => {
  const { begin, call, table, path } = await open(owner);
  const { act } = await begin(table, 'eight-ball');
  const byId = await otherDevice.newPage();
  await page.goto(path);
  await byId.goto(`/overlay/${table.id}`);
  for (const overlay of [page, byId]) await expect(part(overlay, 's1')).toHaveText('0');
  const token = (await call('replace_overlay_link', { id: table.id })) as string;
  for (const overlay of [page, byId]) {
    await expect(overlay.getByTestId('overlay')).toHaveCount(0);
    await expect(overlay.locator('body')).toHaveText('', { useInnerText: true });
  }
  await act('rack', { side: 'A' });
  // The old address now shows the same as any address that leads nowhere.
  for (const overlay of [page, byId]) {
    await overlay.reload();
    await expect(overlay.getByText('Overlay not found…')).toBeVisible();
  }
  await page.goto(`/overlay/${token}`);
  await expect(part(page, 's1')).toHaveText('1');
});

test.describe('the Custom CSS of OBS', () => {
  test.use({ allowedErrors: [/Trusted ?Type|TrustedHTML|TrustedScript|Content Security Policy/] });

  test('works both ways that OBS has, and nothing else becomes HTML, a script or an attribute', async ({
    page,
  }) => {
    const { show } = await openStage(page, '?theme=dark');
    await show({ p1: 'Salma' });
    const clock = part(page, 'clock');
    await expect(clock).toBeVisible();
    // As obs-browser runs it: until OBS 30, and since OBS 31.
    for (const form of ['html', 'text'] as const) {
      await page.evaluate((how) => {
        const css = '[data-testid="overlay-clock"] { display: none !important; }';
        const style = document.createElement('style');
        style.id = 'custom';
        if (how === 'html') style.innerHTML = css;
        else style.appendChild(document.createTextNode(css));
        document.querySelector('head')?.appendChild(style);
      }, form);
      await expect(clock, form).toBeHidden();
      await page.evaluate(() => document.querySelector('#custom')?.remove());
      await expect(clock).toBeVisible();
    }
    const attempts = await page.evaluate(() => {
      const one = document.body.appendChild(document.createElement('p'));
      const threw = (attempt: () => void): boolean => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      };
      const tags = threw(() => (one.innerHTML = '<img src="x">'));
      const handler = threw(() => one.setAttribute('onclick', 'window.done = true'));
      const code = threw(() => {
        document.createElement('script').textContent = 'window.done = true';
      });
      one.setAttribute('style', 'color: rgb(1, 2, 3)');
      return { tags, handler, code, color: getComputedStyle(one).color };
    });
    expect(attempts).toEqual({
      tags: true,
      handler: true,
      code: true,
      color: expect.not.stringContaining('1, 2, 3'),
    });
  });
});

test('an overlay says that it is a screen', async ({ page, owner, otherDevice }) => {
  const { tables, path } = await open(owner);
  const screens = async () => (await tables())[0]?.screens;
  expect(await screens()).toEqual({ count: 0, behind: null });
  await page.goto(path);
  const second = await otherDevice.newPage();
  await second.goto(path);
  await expect.poll(screens).toEqual({ count: 2, behind: 0 });
});
