import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DEMO } from '../../supabase/embedded/server.ts';
import { startBenchServer } from './common/server.ts';
import { median } from './common/statistics.ts';

/**
 * What an overlay costs that nobody touches: processor time of all of Chromium's processes while it shows nothing, a
 * board whose clock stands and one whose clock runs, in the built site on the embedded default. Chromium draws without a
 * graphics processor, as broadcast software does with hardware acceleration off. Linux only: it reads /proc. Ten minutes,
 * or less with BENCH_SECONDS and BENCH_ROUNDS.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PORT = 4392;
/** Of /proc/<pid>/stat; Linux counts in hundredths for programs, whatever its kernel does. */
const TICKS_PER_SECOND = 100;

/** `/proc/<pid>/stat` behind the name, which may hold spaces: state, parent, … user and system ticks. */
const statOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Seconds that a process and all its descendants have worked so far, by their kind. */
const workOf = (ancestor: number): Map<string, number> => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? statOf(Number(name))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || belongs(parents.get(pid)));
  const work = new Map<string, number>();
  for (const pid of parents.keys()) {
    const stat = belongs(pid) ? statOf(pid) : undefined;
    if (!stat) continue;
    const kind = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? 'browser';
    const seconds = (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
    work.set(kind, (work.get(kind) ?? 0) + seconds);
  }
  return work;
};

/** Per cent of one core that a fresh browser's processes take while a page is left alone. */
const measure = async (address: string): Promise<Record<string, number>> => {
  // A server of its own gives the process that everything else descends from.
  const server = await chromium.launchServer({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  let browser: Browser | undefined;
  try {
    browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(address);
    if (address.includes('/overlay/')) await page.getByTestId('overlay-clock').waitFor();
    // Loading is no part of it.
    await wait(5000);
    const pid = server.process().pid ?? 0;
    const [before, began] = [workOf(pid), performance.now()];
    await wait(SECONDS * 1000);
    const [after, seconds] = [workOf(pid), (performance.now() - began) / 1000];
    const kinds = Object.fromEntries(
      [...after].map(([kind, work]) => [kind, ((work - (before.get(kind) ?? 0)) / seconds) * 100]),
    );
    return { ...kinds, all: Object.values(kinds).reduce((sum, part) => sum + part, 0) };
  } finally {
    await browser?.close();
    await server.close();
  }
};

const { origin, overlay: link, stop } = await startBenchServer(PORT);
try {
  const headers = { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' };
  const call = async (path: string, body: unknown, token?: string): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const session = (await call('/auth/v1/token?grant_type=password', {
    email: DEMO.email,
    password: DEMO.password,
  })) as { access_token: string };
  const turn = (name: 'start_clock' | 'stop_clock'): Promise<unknown> =>
    call(`/rest/v1/rpc/${name}`, { token: new URL(link).pathname.split('/').at(-1) }, session.access_token);

  const results: Record<string, Record<string, number>[]> = {
    'no page': [],
    'clock stands': [],
    'clock runs': [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    results['no page']?.push(await measure('about:blank'));
    await turn('stop_clock');
    results['clock stands']?.push(await measure(link));
    await turn('start_clock');
    results['clock runs']?.push(await measure(link));
  }
  console.log(`Per cent of one core, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, rounds]) => [
        name,
        Object.fromEntries(
          Object.keys(rounds[0] ?? {}).map((kind) => [
            kind,
            Number(median(rounds.map((round) => round[kind] ?? 0)).toFixed(2)),
          ]),
        ),
      ]),
    ),
  );
} finally {
  await stop();
}
