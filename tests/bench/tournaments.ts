import { parseArgs } from 'node:util';
import { matchesOf } from '../../src/core/tournament/bracket.ts';
import { GROUPS, KINDS, tournamentOf, type Shape } from '../../src/core/tournament/facts.ts';
import { randomFrom } from '../../src/core/random-from.ts';
import { playTournament } from '../common/play-tournament.ts';
import { against } from './common/goal.ts';
import { percentile } from './common/statistics.ts';

/**
 * Plays random tournaments of 2 to 128 entries and looks for a broken property, and measures how long the largest takes
 * to fold.
 *
 *     npm run bench -- tournaments [--count 100000] [--seed 1]
 */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const LARGEST = 128;
const LARGEST_GROUP = 16;
const ROUNDS = 200;
const GOAL_MILLIS = 5;

const first = Number(values.seed);
let matches = 0;
for (let seed = first; seed < first + Number(values.count); seed += 1) {
  const random = randomFrom(seed);
  const is = (): boolean => random() < 0.5;
  // Small ones end at odd places, and large ones take long: few of them are large.
  const count = 2 + Math.floor((LARGEST - 1) * random() ** 3);
  // In larger groups nobody would finish in an evening.
  const fitting = GROUPS.filter((groups) => groups > 0 && count <= LARGEST_GROUP * groups);
  const groups = (random() < 0.2 ? fitting[Math.floor(fitting.length * random())] : null) ?? 0;
  const format: Shape = { groups, kind: KINDS[is() ? 0 : 1], third: is(), secondFinal: is() };
  const { broken, played } = playTournament({ format, count, isRough: is() }, random);
  matches += played;
  if (broken.length > 0) {
    console.log(`Seed ${seed}, ${count} entries, ${JSON.stringify(format)}: ${broken.join('; ')}`);
    process.exitCode = 1;
  }
}
console.log(`${values.count} tournaments with ${matches} matches from seed ${first}`);

const { facts, results } = playTournament(
  { format: { groups: 0, kind: 'double', third: false, secondFinal: true }, count: LARGEST, isRough: false },
  randomFrom(first),
);
const millis = Array.from({ length: ROUNDS }, () => {
  const began = performance.now();
  matchesOf(tournamentOf(facts), results);
  return performance.now() - began;
});
console.log(`A fold of ${LARGEST} entries with ${facts.length} facts and ${results.length} results, ms`);
console.table({
  p50: against(percentile(millis, 0.5), GOAL_MILLIS),
  p95: against(percentile(millis, 0.95), GOAL_MILLIS),
});
