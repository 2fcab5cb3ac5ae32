import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { root } from '../../scripts/run.ts';
import { serve } from '../embedded/serve.ts';
import { against } from './common/goal.ts';
import { median } from './common/statistics.ts';

/** Folding a snooker match of 2,000 actions in Chromium, on a processor four times slower: a phone's. */

const ACTIONS = 2000;
const ROUNDS = 30;
const SLOWDOWN = 4;
const GOAL_MILLIS = 10;

/** The modules as they are, without their types. */
const site = await serve(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (!path.endsWith('.ts')) {
    response.setHeader('content-type', 'text/html').end('<!doctype html>');
    return;
  }
  response.setHeader('content-type', 'text/javascript');
  response.end(stripTypeScriptTypes(readFileSync(join(root, path), 'utf8')));
});
const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
try {
  const page = await browser.newPage();
  await page.goto(site.origin);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const millis = await page.evaluate(
    async ({ actions, rounds }) => {
      const load = (path: string): Promise<unknown> => import(/* @vite-ignore */ path);
      const { fold } = (await load(
        '/src/core/match/fold.ts',
      )) as typeof import('../../src/core/match/fold.ts');
      const { snooker, snookerOffer } = (await load(
        '/src/games/snooker/rules.ts',
      )) as typeof import('../../src/games/snooker/rules.ts');
      const { gameOf } = (await load('/src/games/games.ts')) as typeof import('../../src/games/games.ts');
      const rules = gameOf('snooker');
      if (!rules) throw new Error('No rules');
      const start = snooker.start({
        p1: 'A',
        p2: 'B',
        bestOf: 99,
        reds: 15,
        first: 'A',
        handicap: { A: 0, B: 0 },
      });
      // Breaks of three balls, frame after frame.
      let state = start;
      const log = Array.from({ length: actions }, (_, index) => {
        const { pots, nextFrame, respotFirst } = snookerOffer(state);
        const ball = pots.at(-1);
        const move = nextFrame
          ? ({ kind: 'nextFrame' } as const)
          : respotFirst
            ? ({ kind: 'respotFirst', side: 'A' } as const)
            : ball === undefined || index % 4 === 3
              ? ({ kind: 'endVisit' } as const)
              : ({ kind: 'pot', balls: [ball] } as const);
        const next = snooker.apply(state, move);
        if ('refused' in next) throw new Error(next.refused);
        state = next;
        const { kind, ...body } = move;
        return { id: String(index), kind, body };
      });
      return Array.from({ length: rounds }, () => {
        const began = performance.now();
        const { lines } = fold(rules, start, log);
        if (lines.some(({ fate }) => fate.status !== 'counts')) throw new Error('An action was refused');
        return performance.now() - began;
      });
    },
    { actions: ACTIONS, rounds: ROUNDS },
  );
  console.log(`Fold of ${ACTIONS} actions at 1/${SLOWDOWN} of this processor, ms`);
  console.table({
    // The first is what a page pays that has just come.
    first: against(millis[0] ?? Number.NaN, GOAL_MILLIS),
    median: against(median(millis), GOAL_MILLIS),
  });
} finally {
  await browser.close();
  await site.close();
}
