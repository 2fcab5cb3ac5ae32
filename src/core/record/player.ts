import type { Result } from './result.ts';

/** A player, found by name. */
export interface FoundPlayer {
  /** The name as compared, which the database alone makes. */
  readonly key: string;
  readonly name: string;
  readonly matches: number;
  readonly lastAtMillis: number;
}

/** What somebody's matches came to. One that isn't over counts as played, and as nobody's. */
export interface PlayerSums {
  readonly key: string;
  /** As it was last written. */
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

/** Somebody whom a player met. */
export interface Opponent {
  readonly key: string;
  readonly name: string;
  readonly matches: number;
  readonly won: number;
  readonly lost: number;
}

export interface PlayerRecord {
  readonly player: PlayerSums;
  /** The most frequent first; at most 20. */
  readonly opponents: readonly Opponent[];
  /** The latest first; at most 20. */
  readonly latest: readonly Result[];
}

/** Two players' matches against each other. */
export interface HeadToHead {
  readonly player: PlayerSums;
  readonly versus: PlayerSums;
  readonly latest: readonly Result[];
}
