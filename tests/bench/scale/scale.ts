import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO } from '../../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../../common/wire-scorer.ts';
import { startBenchServer } from '../common/server.ts';
import { percentile } from '../common/statistics.ts';
import type { ViewersMessage, Viewers } from './viewers.ts';

/**
 * `npm run bench:scale`: tables, viewers and taps on the embedded server, step by step until it bends: a save, or a
 * board's way to a viewer, takes more than a second at p95, or something fails. SCALE_SECONDS is how long a step lasts.
 */

const PORT = 4681;
const SECONDS = Number(process.env['SCALE_SECONDS'] ?? 15);
const BENT_MILLIS = 1000;
/** Fewer than the sockets that an address may have. */
const VIEWERS_OF_AN_ADDRESS = 250;
/** Tables, viewers of each, taps a second at each. An account has at most 64 tables. */
const STEPS = [
  [5, 10, 1],
  [20, 10, 1],
  [20, 25, 2],
  [40, 25, 2],
  [64, 25, 2],
  [64, 50, 2],
] as const;

const server = await startBenchServer(PORT);
const origin = `http://127.0.0.1:${PORT}`;
const venue = await openVenue(origin, DEMO);

const messageOf = async (viewer: ChildProcess): Promise<ViewersMessage> =>
  (await once(viewer, 'message'))[0] as ViewersMessage;

const openViewers = async (tokens: readonly string[]) => {
  const processes: ChildProcess[] = [];
  let joined = 0;
  for (let first = 0; first < tokens.length; first += VIEWERS_OF_AN_ADDRESS) {
    const viewer = fork(new URL('viewers.ts', import.meta.url));
    processes.push(viewer);
    const these: Viewers = {
      origin,
      address: `127.0.0.${processes.length + 1}`,
      tokens: tokens.slice(first, first + VIEWERS_OF_AN_ADDRESS),
    };
    viewer.send(these);
    const answer = await messageOf(viewer);
    if ('joined' in answer) joined += answer.joined;
  }
  return {
    joined,
    report: async () => {
      const reports = await Promise.all(
        processes.map((viewer) => {
          viewer.send('report');
          return messageOf(viewer);
        }),
      );
      return reports.flatMap((report) => ('arrivals' in report ? report.arrivals : []));
    },
    close: () => {
      for (const viewer of processes) viewer.kill();
    },
  };
};

const measure = async (tables: number, each: number, rate: number) => {
  const existing = (await venue.tables()).length;
  for (let number = existing; number < tables; number += 1) {
    await venue.call('add_table', { title: `Table ${number + 1}` });
  }
  const all = (await venue.tables()).slice(0, tables);
  const scorers = await Promise.all(all.map((table) => venue.begin(table, 'snooker', { bestOf: 99 })));
  const viewers = await openViewers(all.flatMap(({ token }) => Array.from({ length: each }, () => token)));
  try {
    const due = new Map(all.map(({ token }): [string, number[]] => [token, []]));
    const saves: number[] = [];
    let failed = 0;
    const processor = server.processor();
    const began = Date.now();
    await Promise.all(
      scorers.map(async ({ act }, index) => {
        const first = began + (index / tables) * (1000 / rate);
        for (let tap = 0; tap < SECONDS * rate; tap += 1) {
          const at = first + (tap * 1000) / rate;
          await wait(Math.max(0, at - Date.now()));
          try {
            await (tap % 2 ? act('endVisit') : act('foul', { points: 4 }));
            due.get(all[index]?.token ?? '')?.push(at);
            saves.push(Date.now() - at);
          } catch {
            // The scorer's fold continued without the server, so the next actions would also be refused.
            failed += SECONDS * rate - tap;
            break;
          }
        }
      }),
    );
    const share = (server.processor() - processor) / ((Date.now() - began) / 1000);
    await wait(BENT_MILLIS);
    const paints: number[] = [];
    let missing = 0;
    for (const [token, millis] of await viewers.report()) {
      for (const [index, at] of (due.get(token) ?? []).entries()) {
        const arrival = millis[index];
        if (arrival === undefined) missing += 1;
        else paints.push(arrival - at);
      }
    }
    const figures = {
      viewers: viewers.joined,
      'taps/s': tables * rate,
      'boards/s': tables * rate * each,
      'processor, cores': share.toFixed(2),
      'memory, MB': Math.round(server.memory()),
      'save p50': Math.round(percentile(saves, 0.5)),
      'save p95': Math.round(percentile(saves, 0.95)),
      'arrival p50': Math.round(percentile(paints, 0.5)),
      'arrival p95': Math.round(percentile(paints, 0.95)),
      'not joined': tables * each - viewers.joined,
      'not saved': failed,
      'not arrived': missing,
    };
    const bends =
      figures['save p95'] > BENT_MILLIS ||
      figures['arrival p95'] > BENT_MILLIS ||
      figures['not joined'] + failed + missing > 0;
    return { figures, bends };
  } finally {
    viewers.close();
  }
};

try {
  const rows: Record<string, object> = {};
  let bent: string | undefined;
  for (const [tables, each, rate] of STEPS) {
    const name = `${tables} tables × ${each} viewers × ${rate}/s`;
    const { figures, bends } = await measure(tables, each, rate);
    rows[name] = figures;
    console.log(`${name}: ${JSON.stringify(figures)}`);
    if (bends) {
      bent = name;
      break;
    }
  }
  console.table(rows);
  console.log(bent === undefined ? 'It did not bend.' : `It bends at ${bent}.`);
} finally {
  await server.stop();
}
