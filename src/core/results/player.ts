import type { Result, ResultTournament } from './result.ts';

/** A player found by name. */
export interface FoundPlayer {
  /** The name in the form used for comparisons. */
  readonly key: string;
  readonly name: string;
  readonly matches: number;
  readonly lastAtMillis: number;
}

/** A player's totals. An unfinished match counts as played, but as won by neither. */
export interface PlayerSums {
  readonly key: string;
  /** The registered name, else as last written. */
  readonly name: string;
  readonly matches: number;
  readonly won: number;
  /** Frames or racks. */
  readonly frames: number;
  readonly framesLost: number;
  /** The highest break and the result it was made in; null without one. */
  readonly high: { readonly points: number; readonly result: string; readonly atMillis: number } | null;
  readonly breaks50: number;
  readonly centuries: number;
  readonly breakAndRuns: number;
  readonly runOuts: number;
}

/** A player's opponent. */
export interface Opponent {
  readonly key: string;
  readonly name: string;
  readonly matches: number;
  readonly won: number;
  readonly lost: number;
}

/** A name merged into another player's. */
export interface MergedName {
  readonly key: string;
  readonly name: string;
  /** How many of the player's matches were played under it. */
  readonly matches: number;
}

/** The outcome of merging two players. same: they already were one. unknown: the venue doesn't know both. */
export const MERGE_OUTCOMES = ['merged', 'same', 'unknown'] as const;
export type MergeOutcome = (typeof MERGE_OUTCOMES)[number];

/** A result of a player. */
export interface PlayersResult extends Result {
  /** Null for none, or one that was deleted. */
  readonly tournament: ResultTournament | null;
}

export interface PlayerRecord {
  readonly player: PlayerSums;
  /** The most frequent first; at most 20. */
  readonly opponents: readonly Opponent[];
  /** In the order in which they were merged. */
  readonly merged: readonly MergedName[];
  /** The latest first; at most 20. */
  readonly latest: readonly PlayersResult[];
}

/** Two players' matches against each other. */
export interface HeadToHead {
  readonly player: PlayerSums;
  readonly versus: PlayerSums;
  readonly latest: readonly PlayersResult[];
}
