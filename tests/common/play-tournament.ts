import { isDeepStrictEqual } from 'node:util';
import { isOver, matchesOf, championOf, takenBy, type Match } from '../../src/core/tournament/bracket.ts';
import { drawn } from '../../src/core/tournament/draw.ts';
import {
  tournamentOf,
  type Fact,
  type Outcome,
  type Played,
  type Shape,
} from '../../src/core/tournament/facts.ts';
import { areGroupsOver, groupTables, seatsFrom } from '../../src/core/tournament/groups.ts';
import { standingsOf } from '../../src/core/tournament/standings.ts';

/** Plays a random tournament from a seed, and names the properties that it breaks. */

export interface Wishes {
  readonly format: Shape;
  readonly count: number;
  /** Whether matches stay unplayed, players withdraw or come late, and outcomes are corrected. */
  readonly isRough: boolean;
}

/** The game and the lengths of all tournaments here. */
export const LENGTHS = { game: 'nine-ball', raceTo: 3, finalRaceTo: 5 } as const;

/** Two seeds; the others are drawn. */
const entry = (number: number): Fact => ({
  key: `entry:${number}`,
  value: { name: `Player ${number}`, seed: number <= 2 ? number : null, headStart: number % 2 },
});

const ready = (matches: readonly Match[]): readonly Match[] =>
  matches.filter(({ state }) => state === 'ready');

const outcome = (
  { sides }: Pick<Match, 'sides'>,
  winner: Outcome['winner'],
  reason: Outcome['reason'] = 'played',
): Outcome => ({ pair: sides as Outcome['pair'], winner, units: [0, 0], reason, result: null });

/** Whether an entry is in two matches of a round or, in a bracket, may play two at once. */
const isTwice = (matches: readonly Match[]): boolean => {
  const playing = ready(matches).flatMap(({ slot, sides }) => (slot.group === null ? sides : []));
  // Nested, because texts of both would take most of the time.
  const rounds = new Map<string, Set<number>>();
  for (const { slot, sides } of matches) {
    const round = rounds.get(slot.round) ?? new Set();
    rounds.set(slot.round, round);
    for (const who of sides) {
      if (typeof who !== 'number') continue;
      if (round.has(who)) return true;
      round.add(who);
    }
  }
  return new Set(playing).size < playing.length;
};

const lossesOf = (matches: readonly Match[]): ReadonlyMap<number, number> => {
  const losses = new Map<number, number>();
  for (const { state, loser, slot } of matches) {
    if (state === 'decided' && typeof loser === 'number' && slot.id !== 't')
      losses.set(loser, (losses.get(loser) ?? 0) + 1);
  }
  return losses;
};

export const playTournament = (
  { format, count, isRough }: Wishes,
  random: () => number,
): {
  readonly broken: readonly string[];
  readonly facts: readonly Fact[];
  readonly results: readonly Played[];
  readonly played: number;
} => {
  const broken = new Set<string>();
  const check = (name: string, holds: boolean): void => {
    if (!holds) broken.add(name);
  };
  const some = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)];

  const facts: Fact[] = [
    { key: 'format', value: { ...format, ...LENGTHS } },
    ...Array.from({ length: count }, (_, index) => entry(index + 1)),
  ];
  /** What ended at tables: the others' outcomes are facts. */
  const results: Played[] = [];
  const matchesAfter = (after: readonly Fact[]): readonly Match[] => matchesOf(tournamentOf(after), results);
  const { entries } = tournamentOf(facts);
  const places = [...drawn(entries, format, random)];
  facts.push({ key: 'places', value: [...places] });
  /** Who is in the bracket: late ones as well. */
  const names = new Set(entries.keys());
  /** What let somebody drop out without a loss. */
  const dropped: Fact[] = [];
  let spoilt = isRough ? count : 0;
  const mayMeet = new Set<string>();

  /** A late entry takes a bye's place, if that changes nothing for those who play or have played. */
  const late = (matches: readonly Match[]): void => {
    const free = some(places.flatMap((place, index) => (place === null ? [index] : [])));
    const number = names.size + 1;
    if (free === undefined) return;
    const more = [entry(number), { key: 'places', value: places.with(free, number) }];
    if (takenBy(matches, matchesAfter([...facts, ...more]), new Set()).length > 0) return;
    facts.push(...more);
    places[free] = number;
    names.add(number);
  };

  /** Spoils the evening a little. */
  const spoil = (matches: readonly Match[]): void => {
    spoilt -= 1;
    const way = random();
    const decided = some(matches.filter((match) => match.outcome !== null));
    if (way < 0.3) {
      late(matches);
    } else if (way < 0.5) {
      const who = some([...names]);
      dropped.push({ key: `out:${who}`, value: true });
      facts.push(...dropped.slice(-1));
    } else if (way < 0.65) {
      const match = some(ready(matches));
      if (!match) return;
      dropped.push({ key: `outcome:${match.slot.id}`, value: outcome(match, null, 'walkover') });
      facts.push(...dropped.slice(-1));
    } else if (decided?.outcome) {
      const key = `outcome:${decided.slot.id}`;
      const { outcome: before } = decided;
      const cleared = [...facts, { key, value: null }];
      check(
        'typed again, a cleared outcome restores everything',
        decided.waiting !== null ||
          isDeepStrictEqual(matchesAfter([...cleared, { key, value: before }]), matches),
      );
      const winner = before.winner === 0 ? 1 : 0;
      facts.push({ key, value: outcome(decided, winner, 'hand') });
    }
  };

  let played = 0;
  for (let steps = 0; ; steps += 1) {
    const tournament = tournamentOf(facts);
    const matches = matchesOf(tournament, results);
    check('nobody is twice in a round, or ready for two matches', !isTwice(matches));
    check(
      'who has withdrawn plays no more',
      !ready(matches).some(({ sides }) => sides.some((who) => tournament.out.has(Number(who)))),
    );
    if (steps > matches.length + 20 * (count + 4)) {
      broken.add('it ends');
      break;
    }
    if (spoilt > 0 && random() < 0.3) {
      spoil(matches);
      continue;
    }
    if (format.groups > 0 && tournament.seats.length === 0 && areGroupsOver(matches)) {
      const tables = groupTables(tournament, matches);
      const isComplete = tables.every((table) =>
        table.every((row) => dropped.length > 0 || row.played === table.length - 1),
      );
      check('everybody in a group meets everybody else once', isComplete);
      facts.push({ key: 'seats', value: seatsFrom(tables) });
      continue;
    }
    const match = some(ready(matches));
    if (!match) {
      check('nothing waits for ever', isOver(matches));
      break;
    }
    mayMeet.add(`${match.slot.round} ${[...match.sides].sort().join(' ')}`);
    played += 1;
    const { slot } = match;
    const { pair, ...ended } = outcome(match, random() < 0.5 ? 0 : 1);
    if (random() < 0.5) {
      facts.push({ key: `outcome:${slot.id}`, value: { pair, ...ended } });
      continue;
    }
    const { raceTo, finalRaceTo, game } = LENGTHS;
    const result: Played = {
      slot: slot.id,
      pair: [pair[1], pair[0]],
      game,
      raceTo: slot.isFinal ? finalRaceTo : raceTo,
      units: [0, 0],
      winner: ended.winner === 0 ? 1 : 0,
      result: null,
    };
    // Matches of another length and in another game decide nothing.
    results.push({ ...result, raceTo: 4, winner: 0 }, { ...result, game: 'plain', winner: 1 }, result);
  }

  const matches = matchesAfter(facts);
  const latest = new Map(facts.map((fact) => [fact.key, fact]));
  check('only the last fact of a key counts', isDeepStrictEqual(matchesAfter([...latest.values()]), matches));
  const standings = standingsOf(tournamentOf(facts), matches);
  check(
    'standings name everybody once',
    standings.length === names.size && new Set(standings.map((one) => one.entry)).size === names.size,
  );
  const champion = championOf(matches);
  check('the champion is first', (standings[0]?.place === 1 ? standings[0].entry : null) === champion);
  if (dropped.length === 0 && format.groups === 0) {
    const losses = lossesOf(matches);
    const most = format.kind === 'single' ? 1 : 2;
    const lost = (who: number): number => losses.get(who) ?? 0;
    check('somebody wins', champion !== null);
    check(
      'who is out has lost once, or twice in a double elimination',
      [...names].every((who) => {
        if (who === champion) return lost(who) < most;
        // Without a second final, one may be second with a single loss.
        const isSecond = who === standings[1]?.entry;
        return lost(who) === most || (most === 2 && !format.secondFinal && isSecond && lost(who) === 1);
      }),
    );
  }
  if (format.kind === 'single' && format.groups === 0) {
    const last = [matches.at(-1)?.slot.round, 't'];
    check(
      'the first two seeds meet in the final or for third place',
      [...mayMeet].every((met) => !met.endsWith(' 1 2') || last.includes(met.split(' ')[0])),
    );
  }
  return { broken: [...broken], facts, results, played };
};
