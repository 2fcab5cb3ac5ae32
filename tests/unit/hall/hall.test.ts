import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { playEvening } from '../../common/hall/evening.ts';
import { MUTANTS } from '../../common/hall/mutants.ts';
import type { State } from '../../common/hall/states.ts';
import * as pages from '../../common/hall/pages.ts';
import { pagesOfLastRelease, readPages } from '../../common/hall/released.ts';
import { storePages } from '../../common/hall/store-pages.ts';

// `npm run bench -- hall` plays a thousand evenings, and looks for the faults of `MUTANTS`.

/** Seeds, with the fault that they found, if any. */
const PINNED = [
  [1, 'a phone whose connection broke showed an old list for 20 s'],
  [46, 'a pad sent its clock 15 s after it had its network back'],
] as const;

/** An evening takes a second on an idle machine. */
const PATIENCE_MILLIS = 120_000;

test.each(PINNED)(
  'every property holds of the evening from seed %i (%s)',
  async (seed) => {
    const { reached } = await playEvening(seed);
    expect(reached.get('a mistake')).toBeGreaterThan(0);
  },
  PATIENCE_MILLIS,
);

test.each([1, 10])(
  'every property holds with pages of the last release, in the evening from seed %i',
  async (seed) => {
    const { reached } = await playEvening(seed, { released: await pagesOfLastRelease() });
    for (const state of [
      'a tap on a released page',
      'a change of the list on a released page',
      'a new version',
    ])
      expect(reached.get(state as State)).toBeGreaterThan(0);
  },
  PATIENCE_MILLIS,
);

test('a release’s pages are stored whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const to = join(folder, '1.0.0');
  await storePages(process.cwd(), to);
  expect(Object.keys(await readPages(to)).sort()).toEqual(Object.keys(pages).sort());
});

test(
  'a seed plays the same evening again',
  async () => {
    const one = await playEvening(2);
    expect(await playEvening(2)).toEqual(one);
  },
  PATIENCE_MILLIS,
);

test.each(MUTANTS)('the code still has a place for the fault that $name', ({ file, from }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2);
});
