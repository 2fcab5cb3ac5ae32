import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GROUPS, KINDS } from '../../../src/core/tournament/facts.ts';
import { randomFrom } from '../../../src/core/random-from.ts';
import { playTournament } from '../../common/play-tournament.ts';

const RUNS = 2000;

test(`${RUNS} random tournaments break no property`, () => {
  fc.assert(
    fc.property(
      fc.record({
        format: fc.record({
          groups: fc.constantFrom(0, ...GROUPS),
          kind: fc.constantFrom(...KINDS),
          third: fc.boolean(),
          secondFinal: fc.boolean(),
        }),
        count: fc.integer({ min: 2, max: 24 }),
        isRough: fc.boolean(),
      }),
      fc.integer(),
      (wishes, seed) => {
        expect(playTournament(wishes, randomFrom(seed)).broken).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
}, 90_000);
