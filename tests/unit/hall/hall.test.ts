import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { playEvening } from '../../common/hall/evening.ts';
import { MUTANTS } from '../../common/hall/mutants.ts';

// `npm run bench -- hall` plays a thousand evenings, and looks for the faults of `MUTANTS`.

/** Seeds, with the fault that they found, if any. */
const PINNED = [[1, 'a phone whose connection broke showed an old list for 20 s']] as const;

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
