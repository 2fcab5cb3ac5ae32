import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { MUTANTS } from '../common/hall/mutants.ts';
import { OLD_STATES, STATES } from '../common/hall/states.ts';
import { playAll, type Played } from '../common/hall/workers.ts';
import { against } from './common/goal.ts';

/**
 * Evenings of six hours in a simulated hall: `--seed` is the first one's, `--evenings` how many. An evening that breaks
 * a property is printed with the seed that plays it again, and a run that never reached one of the states fails.
 * `--old` has half of the devices begin with pages of the last release. `--mutants` puts one fault after the other into the code, and prints what found it.
 */

const GOAL_MINUTES = 10;
const MUTANT_EVENINGS = 40;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    evenings: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    old: { type: 'boolean', default: false },
  },
});
const count = Number(values.evenings ?? (values.mutants ? MUTANT_EVENINGS : 1000));
const seeds = Array.from({ length: count }, (_, index) => Number(values.seed) + index);

if (values.mutants) {
  const found: Record<string, object> = {};
  const left = [...MUTANTS];
  const next = async (): Promise<void> => {
    const mutant = left.shift();
    if (!mutant) return;
    const { name } = mutant;
    let evenings = 0;
    const onPlayed = ({ seed, broken }: Played): boolean => {
      evenings += 1;
      if (broken) found[name] ??= { seed, evenings, property: broken.property ?? broken.what.slice(0, 60) };
      return broken === null;
    };
    await playAll(seeds, onPlayed, { mutant: name, workers: 1 });
    if (!found[name]) process.exitCode = 1;
    console.log(name, found[name] ?? `wasn’t found in ${evenings} evenings`);
    await next();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  console.table(found);
  console.log(`${Object.keys(found).length} of ${MUTANTS.length} faults were found`);
} else {
  const began = performance.now();
  const isOld = values.old;
  const states = [...STATES, ...(isOld ? OLD_STATES : [])];
  const reached = new Map<string, number>(states.map((state) => [state, 0]));
  let callbacks = 0;
  const onPlayed = ({ seed, evening, broken }: Played): boolean => {
    callbacks += evening?.callbacks ?? 0;
    for (const [state, times] of evening?.reached ?? [])
      reached.set(state, (reached.get(state) ?? 0) + times);
    if (broken) {
      process.exitCode = 1;
      console.log(`--seed ${seed} --evenings 1${isOld ? ' --old' : ''}: ${broken.what}`);
    }
    return true;
  };
  await playAll(seeds, onPlayed, { isOld });
  console.table(Object.fromEntries(reached));
  const missed = [...reached].filter(([, times]) => times === 0).map(([state]) => state);
  if (missed.length > 0) {
    process.exitCode = 1;
    console.log(`Never reached: ${missed.join(', ')}`);
  }
  const minutes = (performance.now() - began) / 60_000;
  console.table({
    'minutes for 1,000 evenings': against((1000 * minutes) / count, GOAL_MINUTES),
    'evenings a minute': { measured: (count / minutes).toFixed(0) },
    'callbacks of an evening': { measured: (callbacks / count).toFixed(0) },
  });
}
