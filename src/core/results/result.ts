import type { Areas, KeyOf } from '../../i18n/texts.ts';
import type { Side } from '../../rules/rules.ts';

/** A frame or rack that was decided by a move. Those set by hand aren't listed. */
export interface PlayedUnit {
  readonly winner: Side;
  /** The points, where the game counts them: A's first. */
  readonly points: readonly [number, number] | null;
  /** One of the game's endings; null in games without, and for a frame that ended on its balls. */
  readonly how: string | null;
  /** Its highest break, where the game counts breaks. */
  readonly high: { readonly side: Side; readonly points: number } | null;
  readonly endedAtMillis: number;
}

/** A row of a match's statistics: its name and both values. */
export interface StatisticsRow {
  readonly name: KeyOf<Areas['match']['statistics']>;
  readonly values: readonly [number, number];
}

/** A result's detail beside its scores: at most 16 kB as JSON. */
export interface ResultDetail {
  /** What the match belonged to at its end, such as a tournament and its round; empty for none. */
  readonly event: string;
  /** In order; empty if there were more than 100. */
  readonly units: readonly PlayedUnit[];
  readonly rows: readonly StatisticsRow[];
  /** The names of the rows in which less is better. */
  readonly faults: readonly string[];
  readonly bestOf: number | null;
  /** The length in minutes of a timed match. */
  readonly minutes: number | null;
  /** The racks that the sides began with; null if none. */
  readonly handicap: readonly [number, number] | null;
}

/**
 * live: being played. over: ended by its rules. unfinished: left, or silent for six hours, without such an end. scored:
 * the same for plain scores, which never end by rules.
 */
export const RESULT_STATES = ['live', 'over', 'unfinished', 'scored'] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** The tournament that a match was played for. */
export interface ResultTournament {
  readonly id: string;
  readonly title: string;
}

/** A match's result, as in lists: a correction by hand is applied. */
export interface Result {
  /** 22 letters and digits: its address. */
  readonly id: string;
  readonly state: ResultState;
  /** Null once its table has been deleted. */
  readonly tableId: string | null;
  readonly tableTitle: string;
  /** The game's stored name, possibly unknown to this build. */
  readonly game: string;
  /** As on the board: frames or racks in games with rules. */
  readonly names: readonly [string, string];
  /** The players' keys; null for an empty or default name. */
  readonly players: readonly [string | null, string | null];
  readonly scores: readonly [number, number];
  /** 0 for none. */
  readonly raceTo: number;
  readonly winner: Side | null;
  readonly startedAtMillis: number;
  /** Its last action that counts. */
  readonly lastAtMillis: number;
  /** The action that decided it; null unless it is over. */
  readonly endedAtMillis: number | null;
  /** Whether it was corrected by hand. */
  readonly byHand: boolean;
  /** Whether the owner excluded it from all counts. */
  readonly setAside: boolean;
  readonly imported: boolean;
  /** Increases with every change. */
  readonly rev: number;
}

/** The correctable values of a result. */
export interface ResultCorrection {
  readonly names: readonly [string, string];
  readonly scores: readonly [number, number];
}

export interface FullResult extends Result {
  readonly detail: ResultDetail;
  /** When it was corrected by hand, and the original values; null if it wasn't. */
  readonly corrected: (ResultCorrection & { readonly atMillis: number }) | null;
}
