import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { caller, openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { join } from './common/listen.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From a party's call that is sent to the server until ten televisions have heard the name, and until screens have
 * painted it, while twenty tables are tapped twice a second: over loopback, against the built site on the embedded
 * default. Those that hear ask and listen as a television does, and draw nothing: in a venue each has its own processor
 * for that. The screens are Chromium's, draw in software on the server's own processors, and come on top:
 * BENCH_TELEVISIONS asks for another number of them. So the time to hear is the server's share; with ten screens, the
 * time to paint is this machine's.
 */

const HEARING = 10;
const SCREENS = Number(process.env['BENCH_TELEVISIONS'] ?? 2);
const TABLES = 20;
const INTERVAL_MILLIS = 500;
const ROUNDS = 20;
const PORT = 4673;
const GOAL_MILLIS = 300;

/** When a name is painted in a television's strip of calls, in milliseconds since the epoch. */
const paintedAt = (television: Page, name: string): Promise<number> =>
  television.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const calls = [...document.querySelectorAll('[data-testid="call"]')];
          if (!calls.some(({ textContent }) => textContent.includes(wanted))) return;
          observer.disconnect();
          // The task after the next frame runs when that frame has been painted.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0),
          );
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        look();
      }),
    name,
  );

interface ProgrammeAnswer {
  readonly code: string;
  readonly room: string;
  readonly tables: readonly { readonly token: string }[];
  readonly waiting: { readonly parties: readonly { readonly name: string; readonly state: string }[] };
}

/** A television that draws nothing. Gives when it knows that a name is called, in milliseconds since the epoch. */
const openHearing = async (
  origin: string,
  pair: (code: string | null) => Promise<unknown>,
): Promise<(name: string) => Promise<number>> => {
  const [ask, secret] = [caller(origin), randomUUID().replaceAll('-', '')];
  const answered = async (name: string): Promise<ProgrammeAnswer> =>
    (await ask(`/rest/v1/rpc/${name}`, { secret })) as ProgrammeAnswer;
  await pair((await answered('begin_pairing')).code);
  const { room, tables } = await answered('ask_television');
  let changed = (): void => {};
  for (const { token } of tables) await join(origin, `overlay:${token}`, 'state', () => {});
  await join(origin, room, 'seq', () => changed());
  return (name) =>
    new Promise((resolve, reject) => {
      const look = async (): Promise<void> => {
        const { waiting } = await answered('ask_television');
        if (waiting.parties.some((party) => party.name === name && party.state === 'called'))
          resolve(performance.timeOrigin + performance.now());
      };
      changed = () => void look().catch(reject);
    });
};

const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
const end = new AbortController();
try {
  const venue = await openVenue(server.origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES + 1; number += 1) {
    await venue.call('add_table', { title: `Table ${number + 1}` });
  }
  const tables = (await venue.tables()).slice(0, TABLES + 1);
  const free = tables.at(-1);
  if (!free) throw new Error('There is no table to call to.');

  const pair = (title: string, code: string | null): Promise<unknown> =>
    venue.call('pair_television', { code, title, programme: { turns: ['tables', 'waiting'], seconds: 60 } });
  const hearing: ((name: string) => Promise<number>)[] = [];
  for (let number = 1; number <= HEARING; number += 1)
    hearing.push(await openHearing(server.origin, (code) => pair(`TV ${number}`, code)));

  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const televisions: Page[] = [];
  for (let number = 1; number <= SCREENS; number += 1) {
    // Each has its own storage.
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await page.goto(`${server.origin}/tv`);
    const code = page.getByTestId('pairing-code');
    await code.filter({ hasText: /^\w{6}$/ }).waitFor();
    await pair(`Screen ${number}`, await code.textContent());
    await page.getByTestId('tv-head').first().waitFor();
    televisions.push(page);
  }

  const scorers = await Promise.all(
    tables.slice(0, TABLES).map((table) => venue.begin(table, 'snooker', { bestOf: 99 })),
  );
  const tapping = scorers.map(async ({ act }, index) => {
    // Spread over the interval, as people are.
    await wait((index / TABLES) * INTERVAL_MILLIS);
    for (let tap = 0; !end.signal.aborted; tap += 1) {
      const since = performance.now();
      await (tap % 2 ? act('endVisit') : act('foul', { points: 4 }));
      await wait(Math.max(0, INTERVAL_MILLIS - (performance.now() - since)));
    }
  });

  const change = async (op: object): Promise<string> => {
    const id = randomUUID();
    const { outcome } = (await venue.call('change_waiting', { op: { id, ...op } })) as { outcome: string };
    if (outcome !== 'done') throw new Error(`${JSON.stringify(op)}: ${outcome}`);
    return id;
  };
  const arrived: number[] = [];
  const lastArrived: number[] = [];
  const painted: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [entry, name] = [randomUUID(), `Zineb${round}x`];
    const added = await change({
      entry,
      kind: 'add',
      before: null,
      name,
      name2: null,
      size: 2,
      wants: 'any',
      wanted_id: null,
      table_id: null,
      replace: false,
    });
    const seen = televisions.map((television) => paintedAt(television, name));
    // Each has its observer when it answers anything else.
    await Promise.all(televisions.map((television) => television.evaluate(() => undefined)));
    const known = hearing.map((hear) => hear(name));
    const called = performance.timeOrigin + performance.now();
    const call = await change({ entry, kind: 'call', before: added, table_id: free.id });
    const delays = (await Promise.all(known)).map((at) => at - called);
    arrived.push(...delays);
    lastArrived.push(Math.max(...delays));
    painted.push(...(await Promise.all(seen)).map((at) => at - called));
    await change({ entry, kind: 'leave', before: call });
  }
  end.abort();
  await Promise.all(tapping);
  console.log(`From a call to ${HEARING} televisions and ${SCREENS} screens, ms, ${ROUNDS} rounds`);
  console.table({
    'arrived, p50': { measured: percentile(arrived, 0.5).toFixed(1) },
    'arrived, p95': against(percentile(arrived, 0.95), GOAL_MILLIS),
    'arrived at the last one, p95': { measured: percentile(lastArrived, 0.95).toFixed(1) },
    'painted, p50': { measured: percentile(painted, 0.5).toFixed(1) },
    'painted, p95': against(percentile(painted, 0.95), GOAL_MILLIS),
  });
} finally {
  end.abort();
  await browser?.close();
  await server.stop();
}
