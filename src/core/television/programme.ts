/*
 * What a television shows in turn. Server time alone says whose turn it is, so that all screens with one programme agree
 * and a restart changes nothing.
 */

/** In the order in which they come. */
export const TURNS = ['tables', 'table', 'waiting', 'sponsors'] as const;
export type Turn = (typeof TURNS)[number];

export interface Programme {
  /** Some of them, in their order. */
  readonly turns: readonly Turn[];
  /** How long each is shown. */
  readonly seconds: number;
}

/** As the database accepts them, and what the desk offers first. */
export const TURN_SECONDS = { least: 8, most: 600 } as const;
export const FIRST_PROGRAMME: Programme = { turns: ['tables', 'waiting'], seconds: 20 };

/** The programme of a television that always shows the same. */
export const alwaysShowing = (turn: Turn): Programme => ({ turns: [turn], seconds: FIRST_PROGRAMME.seconds });

/** The one thing that a television always shows; null if several have a turn. */
export const shownAlways = ({ turns }: Programme): Turn | null =>
  turns.length === 1 ? (turns[0] ?? null) : null;

/** What lasts as long each time, counted since the epoch, at a server time: which of its turns it is. */
export const countAt = (millis: number, serverMillis: number): number => Math.floor(serverMillis / millis);

/** Milliseconds to the next of them. */
export const millisToNext = (millis: number, serverMillis: number): number =>
  Math.max(0, (countAt(millis, serverMillis) + 1) * millis - serverMillis);

/**
 * The turns in the order in which each is next, at a time counted in turns. The first of them with something to show is
 * shown: an empty one leaves its time to the one after it.
 */
export const turnsFrom = (turns: readonly Turn[], count: number): readonly Turn[] => {
  const first = turns.length > 0 ? count % turns.length : 0;
  return [...turns.slice(first), ...turns.slice(0, first)];
};

/** How long somebody needs to find their table and read it. */
const PAGE_MILLIS = 15_000;
/** How long a sponsor has the screen. */
const SPONSOR_MILLIS = 8000;

/** How often what lasts about `partMillis` fits into a turn: at least once. */
const timesIn = (turnMillis: number, partMillis: number): number =>
  Math.max(1, Math.round(turnMillis / partMillis));

/**
 * How long each of several pages is shown: all of them equally long within a turn, some rounds of them in a long one, so
 * that a turn begins with the first. `turnMillis` is null where nothing else has its turn.
 */
export const pageMillis = (pages: number, turnMillis: number | null): number =>
  turnMillis === null ? PAGE_MILLIS : turnMillis / (pages * timesIn(turnMillis, pages * PAGE_MILLIS));

const sponsorsPerTurn = ({ seconds }: Programme): number => timesIn(seconds * 1000, SPONSOR_MILLIS);

/** How long a sponsor has the screen: a turn is for one or several. */
export const sponsorMillis = (programme: Programme): number =>
  (programme.seconds * 1000) / sponsorsPerTurn(programme);

/** Which of `all` sponsors is shown, at a time counted in sponsors: a turn goes on where the one before it ended. */
export const sponsorAt = (all: number, programme: Programme, count: number): number => {
  const perTurn = sponsorsPerTurn(programme);
  const round = Math.floor(count / perTurn / programme.turns.length);
  return (round * perTurn + (count % perTurn)) % all;
};
