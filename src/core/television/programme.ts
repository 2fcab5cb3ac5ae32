/*
 * The turns of a television. They depend on server time alone, so that all screens with the same programme agree and a
 * restart changes nothing.
 */

/** In their order on screen. */
export const TURNS = ['tables', 'table', 'waiting', 'tournament', 'sponsors'] as const;
export type Turn = (typeof TURNS)[number];

export interface Programme {
  /** The turns in use, in order. */
  readonly turns: readonly Turn[];
  /** The length of each turn. */
  readonly seconds: number;
}

/** The limits in the database, and the programme that the desk offers first. */
export const TURN_SECONDS = { least: 8, most: 600 } as const;
export const FIRST_PROGRAMME: Programme = { turns: ['tables', 'waiting', 'tournament'], seconds: 20 };

/** The programme of a television with a single turn. */
export const alwaysShowing = (turn: Turn): Programme => ({ turns: [turn], seconds: FIRST_PROGRAMME.seconds });

/** The only turn of a programme; null if it has several. */
export const shownAlways = ({ turns }: Programme): Turn | null =>
  turns.length === 1 ? (turns[0] ?? null) : null;

/** Divides time into periods of `millis` since the epoch; returns the number of the period at a server time. */
export const countAt = (millis: number, serverMillis: number): number => Math.floor(serverMillis / millis);

/** Milliseconds to the next period. */
export const millisToNext = (millis: number, serverMillis: number): number =>
  Math.max(0, (countAt(millis, serverMillis) + 1) * millis - serverMillis);

/**
 * The turns, starting with the one whose time it is; `count` is the time in turns. The first turn with something to
 * show is shown, so an empty one is skipped.
 */
export const turnsFrom = (turns: readonly Turn[], count: number): readonly Turn[] => {
  const first = turns.length > 0 ? count % turns.length : 0;
  return [...turns.slice(first), ...turns.slice(0, first)];
};

/** How long a viewer needs to find their table and read it. */
const PAGE_MILLIS = 15_000;
/** How long one sponsor is shown, roughly. */
const SPONSOR_MILLIS = 8000;

/** How often parts of about `partMillis` fit into a turn: at least once. */
const timesIn = (turnMillis: number, partMillis: number): number =>
  Math.max(1, Math.round(turnMillis / partMillis));

/**
 * How long each of several pages is shown. All are shown equally long, in whole rounds per turn, so that each turn
 * starts with the first page. `turnMillis` is null if there is only one turn.
 */
export const pageMillis = (pages: number, turnMillis: number | null): number =>
  turnMillis === null ? PAGE_MILLIS : turnMillis / (pages * timesIn(turnMillis, pages * PAGE_MILLIS));

const sponsorsPerTurn = ({ seconds }: Programme): number => timesIn(seconds * 1000, SPONSOR_MILLIS);

/** How long each sponsor is shown: a turn is divided among one or several. */
export const sponsorMillis = (programme: Programme): number =>
  (programme.seconds * 1000) / sponsorsPerTurn(programme);

/**
 * The index of the sponsor to show, out of `all`, at a time counted in sponsors. Each turn continues where the previous
 * one ended.
 */
export const sponsorAt = (all: number, programme: Programme, count: number): number => {
  const perTurn = sponsorsPerTurn(programme);
  const round = Math.floor(count / perTurn / programme.turns.length);
  return (round * perTurn + (count % perTurn)) % all;
};
