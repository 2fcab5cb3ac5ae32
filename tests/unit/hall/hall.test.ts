import { expect, test } from 'vitest';
import { playEvening } from '../../common/hall/evening.ts';

// `npm run bench -- hall` plays a thousand.
test.each([1, 2, 3])('every property holds of the evening from seed %i', async (seed) => {
  const { reached } = await playEvening(seed);
  expect(reached.get('a mistake')).toBeGreaterThan(0);
});

test('a seed plays the same evening again', async () => {
  const one = await playEvening(4);
  expect(await playEvening(4)).toEqual(one);
});
