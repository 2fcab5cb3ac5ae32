import { grouped } from '../grouped.ts';
import type { Outcome, Played, Tournament } from './facts.ts';
import { allSlots, type Slot, type Source } from './slots.ts';

/** An entry's number; unknown until a match before is decided; nobody for a bye, or where all have dropped out. */
export type Who = number | 'unknown' | 'nobody';

export interface Match {
  readonly slot: Slot;
  readonly sides: readonly [Who, Who];
  /**
   * waiting: a side isn't known yet. ready: both are. decided: by an outcome. bye: one goes on without playing. void:
   * nobody plays it.
   */
  readonly state: 'waiting' | 'ready' | 'decided' | 'bye' | 'void';
  readonly winner: Who;
  /** Who goes on as its loser: nobody after a bye, or if neither came. */
  readonly loser: Who;
  /** How it ended for these two: as stored, or else as played. */
  readonly outcome: Outcome | null;
  /** How it ended by its result, also where something else is stored. */
  readonly played: Outcome | null;
  /** What was stored about it for others: it counts again once they are in it. */
  readonly waiting: Outcome | null;
}

/** A tournament with its matches. */
export interface Drawn extends Tournament {
  readonly matches: readonly Match[];
}

type Ends = Pick<Match, 'state' | 'winner' | 'loser'>;

const ended = ([a, b]: Match['sides'], { winner }: Outcome): Ends => {
  if (winner === null) return { state: 'decided', winner: 'nobody', loser: 'nobody' };
  return { state: 'decided', winner: winner === 0 ? a : b, loser: winner === 0 ? b : a };
};

/** A match without an outcome: who has withdrawn doesn't play it. */
const open = (sides: Match['sides'], { out }: Tournament): Ends => {
  const [a, b] = sides.map((who) => (typeof who === 'number' && out.has(who) ? 'nobody' : who)) as [Who, Who];
  if (a === 'nobody' && b === 'nobody') return { state: 'void', winner: 'nobody', loser: 'nobody' };
  if (a === 'nobody' || b === 'nobody') {
    const winner = a === 'nobody' ? b : a;
    return { state: winner === 'unknown' ? 'waiting' : 'bye', winner, loser: 'nobody' };
  }
  const state = a === 'unknown' || b === 'unknown' ? 'waiting' : 'ready';
  return { state, winner: 'unknown', loser: 'unknown' };
};

/** A final is played again if the one who hadn't lost before lost it. */
const inSecondFinal = (first: Match, index: 0 | 1): Who => {
  if (first.winner === 'unknown') return 'unknown';
  return first.state === 'decided' && first.winner === first.sides[1] ? first.sides[index] : 'nobody';
};

export const turned = <One>([a, b]: readonly [One, One]): [One, One] => [b, a];

/** How the first match ended that these two played, in the tournament's game and the slot's length. */
const playedBy = (
  [a, b]: Match['sides'],
  { isFinal }: Slot,
  { game, raceTo, finalRaceTo }: Tournament['format'],
  played: readonly Played[],
): Outcome | null => {
  const isOf = ([one, other]: Played['pair']): boolean => one === a && other === b;
  const length = isFinal ? finalRaceTo : raceTo;
  const match = played.find(
    ({ pair, ...one }) => one.game === game && one.raceTo === length && (isOf(pair) || isOf(turned(pair))),
  );
  if (!match) return null;
  const { pair, units, winner, result } = match;
  return isOf(pair)
    ? { pair, units, winner, reason: 'played', result }
    : { pair: turned(pair), units: turned(units), winner: winner === 0 ? 1 : 0, reason: 'played', result };
};

/**
 * The matches of a drawn tournament, its groups' first; empty before the draw. `played` is in the order in which the
 * matches ended.
 */
export const matchesOf = (tournament: Tournament, played: readonly Played[] = []): readonly Match[] => {
  const { format, places, seats, outcomes } = tournament;
  if (places.length === 0) return [];
  const playedFor = grouped(played, ({ slot }) => slot);
  const done = new Map<string, Match>();
  const who = (source: Source, index: 0 | 1): Who => {
    if (source.from === 'place') return places[source.index] ?? 'nobody';
    if (source.from === 'seat') return seats.length === 0 ? 'unknown' : (seats[source.index] ?? 'nobody');
    const before = done.get(source.slot);
    if (!before) return 'nobody';
    return source.from === 'again' ? inSecondFinal(before, index) : before[source.from];
  };
  for (const slot of allSlots(tournament)) {
    const sides = [who(slot.sides[0], 0), who(slot.sides[1], 1)] as const;
    const stored = outcomes.get(slot.id) ?? null;
    const fits = stored !== null && sides.every((side, index) => side === stored.pair[index]);
    const asPlayed = playedBy(sides, slot, format, playedFor.get(slot.id) ?? []);
    const outcome = fits ? stored : asPlayed;
    const ends = outcome ? ended(sides, outcome) : open(sides, tournament);
    done.set(slot.id, { slot, sides, ...ends, outcome, played: asPlayed, waiting: fits ? null : stored });
  }
  return [...done.values()];
};

/** The match in a slot, if it is this pair's, in whatever order. */
export const matchOf = (matches: readonly Match[], slot: unknown, pair: readonly Who[]): Match | undefined =>
  matches.find((match) => match.slot.id === slot && pair.every((who) => match.sides.includes(who)));

/** A second final is drawn once it has to be played; groups have tables. */
export const isDrawn = ({ slot, state }: Match): boolean =>
  slot.group === null && (slot.id !== 'f2' || state === 'ready' || state === 'decided');

/** Nothing is drawn in place of matches that nobody has to know about. */
export const isBlank = ({ state, slot }: Match): boolean =>
  state === 'void' || (state === 'bye' && slot.round !== 'w1');

/** Winners' rounds and finals are one part of a bracket's drawing, then the losers' rounds, then third place. */
export const PARTS = ['winners', 'losers', 'third'] as const;
export const partOf = ({ slot }: Match): (typeof PARTS)[number] => {
  const side = slot.round.charAt(0);
  if (side === 't') return 'third';
  return side === 'l' ? 'losers' : 'winners';
};

/** Whether a match is still to be played. */
export const isOpen = ({ state }: Match): boolean => state === 'waiting' || state === 'ready';

/** Whether every match is over that can be played. */
export const isOver = (matches: readonly Match[]): boolean => matches.length > 0 && !matches.some(isOpen);

/** Who has won; null until then, or if neither came to the final. */
export const championOf = (matches: readonly Match[]): number | null => {
  const last = matches.findLast(
    ({ slot, sides }) => slot.id !== 'f2' || sides.some((who) => who !== 'nobody'),
  );
  return isOver(matches) && typeof last?.winner === 'number' ? last.winner : null;
};

/**
 * The matches that a change would take from those who play or played them: called ones and those with an outcome, whose
 * sides are others after it.
 */
export const takenBy = (
  before: readonly Match[],
  after: readonly Match[],
  called: ReadonlySet<string>,
): readonly Match[] => {
  const later = new Map(after.map((match) => [match.slot.id, match]));
  return before.filter(
    ({ slot, sides, outcome }) =>
      (outcome !== null || called.has(slot.id)) &&
      sides.some((who, index) => who !== later.get(slot.id)?.sides[index]),
  );
};
