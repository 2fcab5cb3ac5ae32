import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesOf, type Match, type Who } from '../../../src/core/tournament/bracket.ts';
import { drawn } from '../../../src/core/tournament/draw.ts';
import { tournamentOf } from '../../../src/core/tournament/facts.ts';
import { fact, format, outcome, players } from '../../common/tournament-facts.ts';
import { randomFrom } from '../../../src/core/random-from.ts';

/** A single elimination has the same matches, in the same places, as `brackets-manager` makes of the same draw. */

interface Compared {
  readonly round: string;
  readonly sides: readonly Who[];
}

/** Who is in the matches, without those that a bye decides: the library doesn't list a bye's loser. */
const ours = (matches: readonly Match[]): readonly Compared[] =>
  matches
    .filter(({ state }) => state === 'ready' || state === 'decided')
    .map(({ slot: { round }, sides }) => ({ round, sides }));

const theirs = async (manager: BracketsManager, rounds: number): Promise<readonly Compared[]> => {
  const { match } = await manager.get.stageData(0);
  return match
    .filter(({ opponent1, opponent2 }) => opponent1?.id != null && opponent2?.id != null)
    .map(({ group_id, round_id, opponent1, opponent2 }) => ({
      round: group_id === 1 ? 't' : `w${Number(round_id) + 1}`,
      sides: [opponent1, opponent2].map((one) => Number(one?.id) + 1),
    }))
    .sort((one, other) => orderOf(one.round, rounds) - orderOf(other.round, rounds));
};

const orderOf = (round: string, rounds: number): number =>
  round === 't' ? rounds - 0.5 : Number(round.slice(1));

test('a single elimination is as brackets-manager has it, match by match', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 4, max: 33 }),
      fc.boolean(),
      fc.integer(),
      async (count, third, seed) => {
        const random = randomFrom(seed);
        const facts = [...players(count)];
        const places = drawn(tournamentOf(facts).entries, { groups: 0 }, random);
        const rounds = Math.log2(places.length);
        facts.push(format({ third }), fact('places', places));
        const manager = new BracketsManager(new InMemoryDatabase());
        // It numbers participants in the order of the draw.
        await manager.create.stage({
          name: 'Friday',
          tournamentId: 0,
          type: 'single_elimination',
          seeding: places.map((place) => (place === null ? null : `Player ${place}`)),
          settings: { seedOrdering: ['natural'], consolationFinal: third },
        });
        const { participant } = await manager.get.stageData(0);
        const idOf = (who: Who): number =>
          Number(participant.find(({ name }) => name === `Player ${who}`)?.id) + 1;
        const renamed = (all: readonly Compared[]): readonly Compared[] =>
          all.map(({ round, sides }) => ({ round, sides: sides.map(idOf) }));

        for (;;) {
          const matches = matchesOf(tournamentOf(facts));
          expect(await theirs(manager, rounds)).toEqual(renamed(ours(matches)));
          const ready = matches.filter(({ state }) => state === 'ready');
          const next = ready[Math.floor(random() * ready.length)];
          if (!next) break;
          const winner = random() < 0.5 ? 0 : 1;
          const pair = next.sides.map(idOf);
          const { match } = await manager.get.stageData(0);
          const same = match.find(
            ({ opponent1, opponent2 }) =>
              Number(opponent1?.id) + 1 === pair[0] &&
              Number(opponent2?.id) + 1 === pair[1] &&
              opponent1?.result === undefined,
          );
          await manager.update.match({
            id: same?.id ?? -1,
            [winner === 0 ? 'opponent1' : 'opponent2']: { result: 'win' },
          });
          facts.push(outcome(next.slot.id, next.sides, [0, 0], { winner }));
        }
      },
    ),
    { numRuns: 60 },
  );
});
