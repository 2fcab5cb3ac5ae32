import ar from '../../i18n/ar/browsers.json' with { type: 'json' };
import en from '../../i18n/en/browsers.json' with { type: 'json' };
import fr from '../../i18n/fr/browsers.json' with { type: 'json' };
import { FLOORS } from '../../src/config/floor.ts';
import { GAME_NAMES } from '../../src/games/boards.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { formatMessage } from '../../src/i18n/format.ts';
import { BUILTINS, lacking, type Builtin, type Floor } from '../common/compat.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { beginMatch, PHONE } from './pad.ts';
import { passUntil } from './pass-time.ts';
import { expect, openScreen, signInByForm, test } from './test.ts';
import { addParty, waiting } from './waiting.ts';

/** The oldest browsers of `src/config/floor.ts`, as far as the tests' own can be one: without the functions that each lacks. */

type Missing = Pick<Builtin, 'owner' | 'name' | 'isStatic'>;

const missingIn = (floor: Floor): readonly Missing[] =>
  BUILTINS.flatMap(({ owner, name, isStatic, compat }) =>
    name !== 'constructor' && lacking(compat, floor).length > 0 ? [{ owner, name, isStatic }] : [],
  );

/** Takes built-ins from a page before its scripts run. */
const takeAway = (missing: readonly Missing[]): void => {
  for (const { owner, name, isStatic } of missing) {
    const owners =
      owner === '' ? [globalThis] : [globalThis, Intl].map((scope) => Reflect.get(scope, owner) as unknown);
    for (const place of owners) {
      if ((typeof place !== 'object' && typeof place !== 'function') || place === null) continue;
      if (isStatic !== false || owner === '') Reflect.deleteProperty(place, name);
      const prototype = Reflect.get(place, 'prototype') as unknown;
      if (isStatic !== true && typeof prototype === 'object' && prototype !== null)
        Reflect.deleteProperty(prototype, name);
    }
  }
};

const TEXTS = { en, fr, ar };
const NEEDED = { ...FLOORS.pages, chromium: FLOORS.screens.chrome };

test.use(PHONE);

const FLOOR_BROWSERS = [
  ...Object.entries(FLOORS.pages),
  ...Object.entries(FLOORS.screens),
] as unknown as readonly (readonly [keyof Floor, string])[];

for (const [browser, version] of FLOOR_BROWSERS) {
  test.describe(`without what ${browser} ${version} lacks`, () => {
    test.beforeEach(async ({ context }) => {
      await context.addInitScript(takeAway, missingIn({ [browser]: version }));
    });

    test('an overlay of each game follows', async ({ page, owner }) => {
      const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
      const [table] = await venue.tables();
      if (!table) throw new Error('An owner has a table.');
      await page.setViewportSize({ width: 1280, height: 150 });
      for (const game of GAME_NAMES) {
        await venue.begin(table, game);
        await page.goto(`/overlay/${table.token}`);
        await expect(page.getByTestId('overlay-p1')).toHaveText('Salma');
        await expect(page.getByTestId('overlay-p1')).toBeInViewport();
        // Its layout's and its design's styles are there.
        await expect(page.locator('.on-air__canvas > *').first()).not.toHaveCSS('display', 'block');
      }
    });
  });
}

for (const [browser, version] of Object.entries(FLOORS.pages)) {
  test.describe(`without what ${browser} ${version} lacks`, () => {
    test.use({ allowedErrors: [/ERR_FAILED/] });
    test.beforeEach(async ({ context }) => {
      await context.addInitScript(takeAway, missingIn({ [browser]: version }));
    });

    test('somebody signs in, scores a pad, and a change to the room that fails once is sent again', async ({
      page,
      owner,
    }) => {
      await signInByForm(page, owner);
      const pad = await beginMatch(page, { game: '8-Ball', p1: 'Salma', p2: 'يوسف', length: '5' });
      await pad.rack('A', 1);
      await pad.waiting(0);
      await page.goto('/dashboard/#tables');
      await openScreen(page, 'Counter');
      let sent = 0;
      await page.route('**/rpc/change_waiting', async (route) => {
        sent += 1;
        await (sent === 1 ? route.abort() : route.continue());
      });
      await addParty(page, 'Amine Berrada');
      await expect(waiting(page).locator('.room__name')).toHaveText([isolated('Amine Berrada')]);
      await expect.poll(() => sent).toBe(2);
      await page.reload();
      await expect(waiting(page).locator('.room__name')).toHaveText([isolated('Amine Berrada')]);
    });

    test('the demo has its pad', async ({ page }) => {
      await page.goto('/demo/');
      await expect(page.locator('dialog.pad').getByTestId('pad-score-A').first()).toBeVisible();
    });
  });
}

test('what a sheet covers can’t be tabbed to, tapped or read where `inert` isn’t known', async ({
  page,
  owner,
}) => {
  await page.addInitScript(() => {
    const set = Reflect.get(Element.prototype, 'setAttribute');
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'inert') set.call(this, name, value);
    };
  });
  await signInByForm(page, owner);
  const pad = await beginMatch(page, { game: '8-Ball', p1: 'Salma', p2: 'يوسف', length: '5' });
  const { dialog, sheet } = pad;
  const back = dialog.getByRole('button', { name: 'Close' });
  await expect(back).toHaveCount(1);
  await pad.tap('more');
  await expect(sheet).toBeFocused();
  // The sheet's own is the only one left.
  await expect(back).toHaveCount(1);
  await expect(sheet.getByRole('button', { name: 'Close' })).toHaveCount(1);
  const focused = () =>
    page.evaluate(() => {
      const part = document.activeElement?.closest('.pad > *');
      return part?.classList[0];
    });
  const places = new Set<string>();
  for (const press of ['Tab', 'Shift+Tab'])
    for (let times = 0; times < 25; times++) {
      await page.keyboard.press(press);
      // After the last, the browser itself has the focus for once.
      places.add((await focused()) ?? 'pad-foot');
    }
  expect([...places].toSorted()).toEqual(['pad-foot', 'pad-sheet']);
  const { x = 0, y = 0 } = (await dialog.locator('.pad-head button').first().boundingBox()) ?? {};
  await page.touchscreen.tap(x + 5, y + 5);
  // As beside any sheet: it closes, and the way out behind it wasn't tapped.
  await expect(sheet).toBeHidden();
  await expect(dialog).toBeVisible();
});

test.describe('a script that can’t run', () => {
  test.use({ allowedErrors: [/./] });

  /** Ways in which it can't, by what the page says then. */
  const WAYS = {
    'is not read': { says: 'tooOld', body: 'let let = (' },
    'throws at once': { says: 'tooOld', body: 'throw new Error("broken")' },
    'is not loaded': { says: 'unloaded', body: null },
  } as const;

  const PAGES = [
    ['/demo/', 'Dashboard', 'en', 'page'],
    ['/ar/score/', 'ScorersDesk', 'ar', 'page'],
    ['/fr/login/', 'Login', 'fr', 'page'],
    ['/fr/tv/', 'Overlay', 'fr', 'television'],
    ['/tv/', 'Television', 'ar', 'television'],
    ['/overlay/x', 'Overlay', 'en', 'overlay'],
  ] as const;

  for (const [way, { says, body }] of Object.entries(WAYS)) {
    for (const [path, chunk, locale, what] of PAGES) {
      // Screens that weren't loaded whole load themselves again: `unattended.spec.ts`.
      if (body === null && what !== 'page') continue;
      test(`and ${way} leaves its sentence on ${path}`, async ({ page }) => {
        await page.route(`**/_astro/${chunk}.*`, (route) =>
          body === null ? route.abort() : route.fulfill({ body, contentType: 'text/javascript' }),
        );
        await page.clock.install();
        await page.goto(path);
        const sentence = says === 'tooOld' ? TEXTS[locale].tooOld[what] : TEXTS[locale].unloaded;
        await expect(page.locator('.trouble')).toContainText(formatMessage(sentence, NEEDED));
        // A page asks for its script once more, and a screen on air loads itself again before it says anything.
        await passUntil(page, () => expect(page.locator('.trouble')).toBeVisible({ timeout: 1 }));
        // Nothing covers it.
        await page.locator('.trouble').click({ trial: true });
        await expect(page.locator('[role=status]:visible')).toHaveCount(0);
      });
    }
  }

  test('for want of a function leaves its sentence in place of “Loading the match…”', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'flatMap'));
    await page.goto('/demo/');
    await expect(page.locator('.trouble')).toContainText(formatMessage(TEXTS.en.tooOld.page, NEEDED));
    await expect(page.locator('.trouble')).toBeVisible();
    await expect(page.getByText('Loading the match…')).toBeHidden();
  });

  test('says nothing on air once a board was shown', async ({ page, owner }) => {
    const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
    const [table] = await venue.tables();
    await page.goto(`/overlay/${table?.token ?? ''}`);
    await expect(page.getByTestId('overlay-p1')).toBeVisible();
    const fail = () =>
      page.evaluate(() => {
        const error = new TypeError('a.b is not a function');
        dispatchEvent(new ErrorEvent('error', { error, filename: location.href }));
        return document.documentElement.dataset['trouble'];
      });
    expect(await fail()).toBeUndefined();
    await expect(page.locator('.trouble')).toBeHidden();
    await page.goto('/demo/');
    expect(await fail()).toBe('tooOld');
  });
});
