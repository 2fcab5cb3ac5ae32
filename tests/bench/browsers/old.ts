import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO } from '../../../supabase/embedded/server.ts';
import { openVenue } from '../../common/wire-scorer.ts';
import { startBenchServer } from '../common/server.ts';
import { openOldBrowser, type OldPage } from './old-browser.ts';

/**
 * `npm run bench:old`: whether old Chromiums, as televisions have them, pair, follow a match in the layout `tv`, show all tables,
 * come back without a network, and draw an overlay. Versions of the package may be named; each is fetched once into a
 * temporary folder, where the pictures of what was seen lie as well. Fails if one that is said to work doesn't.
 */

/** By the versions of the package that brings them. */
const VERSIONS = ['3.1.1', '5.5.0', '8.0.2', '10.1.0'];
/** The oldest that `docs/architecture.md` names. */
const OLDEST = 84;
const PORT = 4398;
const DEBUG_PORT = 4399;
const PATIENCE_MILLIS = 20_000;

const pictures = join(tmpdir(), 'cueboard-old-browsers/pictures');

/** Waits until a script gives what is wanted; what it gave last is the error. */
const until = async (
  page: OldPage,
  script: string,
  wanted: (value: unknown) => boolean,
): Promise<unknown> => {
  const end = Date.now() + PATIENCE_MILLIS;
  for (;;) {
    const value = await page.evaluate(script).catch(String);
    if (wanted(value)) return value;
    if (Date.now() > end)
      throw new Error(`${script} gave ${JSON.stringify(value)}; ${page.errors.join('; ')}`);
    await wait(100);
  }
};

const textOf = (testId: string): string =>
  `(document.querySelector('[data-testid="${testId}"]') || {}).textContent`;

const { origin, overlay, stop } = await startBenchServer(PORT);
const results: Record<string, Record<string, string>> = {};
try {
  mkdirSync(pictures, { recursive: true });
  const named = process.argv.slice(2);
  for (const version of named.length > 0 ? named : VERSIONS) {
    const result: Record<string, string> = {};
    results[version] = result;
    const { name, page, close } = await openOldBrowser(version, DEBUG_PORT);
    result['browser'] = name;
    const step = async (what: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        result[what] = 'yes';
      } catch (error) {
        result[what] = 'no';
        console.error(`${name}, ${what}: ${String(error)}`);
      }
      writeFileSync(join(pictures, `${version}-${what}.png`), await page.picture());
    };
    try {
      const venue = await openVenue(origin, DEMO);
      const [table] = await venue.tables();
      if (!table) throw new Error('The demo owner has a table.');
      const { act } = await venue.begin(table, 'snooker');
      await page.resize(1280, 720);
      await page.goto(`${origin}/tv/`);
      const title = `TV ${version}`;
      const own = async () => {
        const { televisions } = (await venue.call('list_televisions')) as {
          televisions: { id: string; title: string }[];
        };
        return televisions.find((television) => television.title === title)?.id;
      };
      await step('pairs', async () => {
        const code = await until(page, textOf('pairing-code'), (value) => String(value).length === 6);
        await venue.call('pair_television', {
          ...{ code, title, table_id: table.id },
          query: '?theme=dark&design=baize&lang=ar',
        });
        await until(page, textOf('overlay-points-1'), (value) => value === '0');
      });
      await step('follows', async () => {
        await act('pot', { balls: ['red'] });
        await act('pot', { balls: ['black'] });
        await until(page, textOf('overlay-points-1'), (value) => value === '8');
      });
      await step('all', async () => {
        await venue.call('add_table', { title: version });
        await venue.call('update_television', { id: await own(), title, table_id: null, query: '' });
        await until(
          page,
          `document.querySelectorAll('[data-testid="tile"] [data-testid="overlay-p1"]').length`,
          (value) => Number(value) > 1,
        );
      });
      await step('offline', async () => {
        await until(page, `Boolean(navigator.serviceWorker.controller)`, (value) => value === true);
        await page.goto(`${origin}/tv/`);
        await until(
          page,
          `document.querySelectorAll('[data-testid="tile"]').length`,
          (value) => Number(value) > 1,
        );
        await page.connect(false);
        await page.goto(`${origin}/tv/`);
        await until(page, textOf('stale'), (value) => typeof value === 'string');
        await page.connect(true);
      });
      await step('overlay', async () => {
        await page.goto(overlay);
        await page.resize(1280, 150);
        await until(page, textOf('overlay-points-1'), (value) => value === '8');
      });
      const id = await own();
      if (id !== undefined) await venue.call('unpair_television', { id });
    } finally {
      await close();
    }
  }
} finally {
  await stop();
}
console.table(results);
console.log(`Pictures: ${pictures}`);
const broken = Object.values(results).filter(
  ({ browser = '', ...steps }) =>
    Number(/\/(\d+)/.exec(browser)?.[1]) >= OLDEST && Object.values(steps).includes('no'),
);
if (broken.length > 0) process.exitCode = 1;
