import { parseArgs } from 'node:util';
import { Broken, playEvening } from '../common/hall/evening.ts';

/**
 * Evenings of six hours in a simulated hall: `--seed` is the first one's, `--evenings` how many. An evening that breaks
 * a property is printed with the seed that plays it again.
 */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, evenings: { type: 'string', default: '1000' } },
});
const began = performance.now();
const reached = new Map<string, number>();
let callbacks = 0;
for (let number = 0; number < Number(values.evenings); number += 1) {
  const seed = Number(values.seed) + number;
  try {
    const evening = await playEvening(seed);
    callbacks += evening.callbacks;
    for (const [state, count] of evening.reached) reached.set(state, (reached.get(state) ?? 0) + count);
  } catch (error) {
    process.exitCode = 1;
    console.log(`--seed ${seed} --evenings 1:`, error instanceof Broken ? error.message : error);
  }
}
const minutes = (performance.now() - began) / 60_000;
console.table(Object.fromEntries(reached));
console.log(`${(Number(values.evenings) / minutes).toFixed(0)} evenings a minute, ${callbacks} callbacks`);
