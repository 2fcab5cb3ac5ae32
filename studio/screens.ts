import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/chromium.ts';
import { root } from '../scripts/run.ts';
import { ROUTES } from '../src/config/routes.ts';
import type { Locale } from '../src/i18n/locales.ts';
import { formatMessage } from '../src/i18n/format.ts';
import { localizePath } from '../src/i18n/urls.ts';
import { buildIfStale } from '../supabase/embedded/ops/build.ts';
import { DIST } from '../supabase/embedded/data/paths.ts';
import { startServer } from '../supabase/embedded/ops/server.ts';
import { openVenue } from '../tests/common/wire-scorer.ts';
import { alwaysShowing, type Turn } from '../src/core/television/programme.ts';
import { MATCHES, playersOf } from '../supabase/embedded/samples/matches.ts';

/** What the product shows in one language: PNG files by the names of the photos' textures. */
export type Screens = Readonly<Record<'pool' | 'snooker' | 'tables' | 'waiting' | 'bar' | 'pad', Buffer>>;

/** Those that the site shows as they are. */
export const SCREENS = ['pool', 'snooker', 'tables', 'pad'] as const satisfies readonly (keyof Screens)[];

/** The time of day in the photos. */
export const EVENING = '21:47';

/** Who waits for each table, in Latin and in Arabic letters. */
const QUEUES: readonly Readonly<Record<'latin' | 'arabic', readonly string[]>>[] = [
  { latin: ['Ilyas', 'Ghita', 'Tarik', 'Houda'], arabic: ['إلياس', 'غيثة', 'طارق', 'هدى'] },
  { latin: ['Anas', 'Sara', 'Reda'], arabic: ['أنس', 'سارة', 'رضا'] },
  { latin: ['Amal', 'Simo', 'Lina', 'Badr'], arabic: ['أمل', 'سيمو', 'لينا', 'بدر'] },
  { latin: ['Kenza', 'Adil', 'Samir'], arabic: ['كنزة', 'عادل', 'سمير'] },
];

const TELEVISION = { width: 1920, height: 1080 } as const;
const BAR = { width: 1280, height: 150 } as const;
/** What a phone's page has between the phone's own status line and its edge. */
const PAD = { width: 360, height: 746 } as const;
const PIXELS = 3;

/** A page at rest, in the site's typeface. */
const shoot = async (page: Page, ready: Locator, transparent = false): Promise<Buffer> => {
  await ready.waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  return page.screenshot({ omitBackground: transparent });
};

/** How a language calls a table. */
const tableText = (locale: Locale): string => {
  const file = readFileSync(join(root, `i18n/${locale}/common.json`), 'utf8');
  return (JSON.parse(file) as { screen: { table: string } }).screen.table;
};

/** Plays the matches at a venue's tables. Gives the addresses of what shows and scores them. */
const playMatches = async (origin: string, owner: { email: string; password: string }, locale: Locale) => {
  const venue = await openVenue(origin, owner);
  const names = playersOf(locale);
  const title = (number: number): string => formatMessage(tableText(locale), { number });
  const [first] = await venue.tables();
  await venue.call('update_table', { id: first?.id, title: title(1) });
  for (let number = 2; number <= MATCHES.length; number += 1)
    await venue.call('add_table', { title: title(number) });
  const tables = await venue.tables();
  for (const [index, { game, format, seconds, moves }] of MATCHES.entries()) {
    const table = tables[index];
    const [p1, p2] = names[index] ?? [];
    if (!table || p1 === undefined || p2 === undefined)
      throw new Error('Every match has a table and players.');
    const { act, clock } = await venue.begin(table, game, { ...format, p1, p2 });
    for (const { kind, body } of moves) await act(kind, body);
    await clock('clock.set', { n: seconds });
    await clock('clock.start');
  }
  for (const [index, { latin, arabic }] of QUEUES.entries())
    for (const name of locale === 'ar' ? arabic : latin) {
      const wish = { name, name2: null, size: 1, wants: 'table', wanted_id: tables[index]?.id };
      const op = { id: randomUUID(), entry: randomUUID(), kind: 'add', before: null, ...wish };
      await venue.call('change_waiting', { op });
    }
  const link = await venue.call('add_scorer_link', { table_id: tables[0]?.id, label: '', ends_at: null });
  const { secret } = link as { secret: string };
  return {
    overlay: (index: number, query: string) =>
      `${origin}/overlay/${tables[index]?.token ?? ''}?lang=${locale}&motion=none&theme=dark${query}`,
    pad: `${origin}${localizePath(ROUTES.score, locale)}#${secret}`,
    tv: `${origin}${localizePath(ROUTES.tv, locale)}`,
    pair: (code: string, turn: Turn) =>
      venue.call('pair_television', {
        code,
        title: '',
        query: `?lang=${locale}&motion=none&theme=dark`,
        programme: alwaysShowing(turn),
      }),
  };
};

/** What a venue's own television shows: one turn alone. Closes the context. */
const paired = async (
  context: BrowserContext,
  shown: Awaited<ReturnType<typeof playMatches>>,
  turn: Turn,
  last: (page: Page) => Locator,
): Promise<Buffer> => {
  const page = await context.newPage();
  await page.goto(shown.tv);
  const code = page.getByTestId('pairing-code');
  await code.filter({ hasText: /^\w{6}$/ }).waitFor();
  await shown.pair((await code.textContent()) ?? '', turn);
  await last(page).waitFor();
  // It is evening in the photos.
  await page.locator('.tv-head__time').evaluate((time, evening) => (time.textContent = evening), EVENING);
  const picture = await shoot(page, last(page));
  await context.close();
  return picture;
};

const screensIn = async (
  browser: Browser,
  origin: string,
  owner: { email: string; password: string },
  locale: Locale,
): Promise<Screens> => {
  const shown = await playMatches(origin, owner, locale);
  const hall = { viewport: TELEVISION, serviceWorkers: 'block' } as const;
  const context = await browser.newContext(hall);
  const page = await context.newPage();
  const board = page.getByTestId('overlay-clock');
  const television = async (index: number): Promise<Buffer> => {
    await page.goto(shown.overlay(index, '&layout=tv'));
    return shoot(page, board);
  };
  const pool = await television(0);
  const snooker = await television(MATCHES.findIndex(({ game }) => game === 'snooker'));
  const tables = await paired(await browser.newContext(hall), shown, 'tables', (tv) =>
    tv.getByTestId('tile').nth(MATCHES.length - 1),
  );
  const waiting = await paired(await browser.newContext(hall), shown, 'waiting', (tv) =>
    tv.getByTestId('queue').nth(QUEUES.length - 1),
  );
  await page.setViewportSize(BAR);
  await page.goto(shown.overlay(0, ''));
  const bar = await shoot(page, board, true);
  await context.close();

  const phone = await browser.newContext({
    viewport: PAD,
    deviceScaleFactor: PIXELS,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  const hand = await phone.newPage();
  // A first visit on a phone isn't in the site's typeface.
  await hand.addInitScript((language) => localStorage.setItem(`typeface-${language}`, '1'), locale);
  await hand.goto(shown.pad);
  const pad = await shoot(hand, hand.locator('dialog.pad [data-key="rackA"]:enabled'));
  await phone.close();
  return { pool, snooker, tables, waiting, bar, pad };
};

/** Plays matches on a server of its own and takes pictures of what the built product shows of them, in each language. */
export const takeScreens = async (locales: readonly Locale[]): Promise<ReadonlyMap<Locale, Screens>> => {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-screens-'));
  const server = await startServer({ folder, port: 0, dist: DIST, mail: () => {} });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const taken = new Map<Locale, Screens>();
    for (const locale of locales) {
      const owner = await server.auth.addOwner(`studio-${locale}@example.test`);
      taken.set(locale, await screensIn(browser, server.origin, owner, locale));
    }
    return taken;
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
