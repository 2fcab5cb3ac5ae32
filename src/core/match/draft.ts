import type { SHOT_DEFAULTS } from '../clock/shot.ts';
import type { Named } from '../rules/players.ts';
import type { Body } from '../rules/read.ts';
import type { Side } from '../rules/rules.ts';
import type { GameName } from '../../games/boards.ts';

/** What a match is begun with, as a person chooses it. */

/** Whole numbers from one to the other. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const BREAK_RULES = ['alternate', 'winner', 'loser'] as const;

/** The balls that 8-ball is played with, which changes how a board is drawn and nothing else. */
export const BALL_SETS = ['solidsAndStripes', 'redsAndYellows'] as const;

/** How many reds a frame begins with: a full set, and the two short forms. */
export const RED_COUNTS = [15, 10, 6] as const;

/** A shot clock as an association publishes it, none, or one's own. */
export type ShotPreset = keyof typeof SHOT_DEFAULTS | 'off' | 'own';

/** Numbers are kept as they are typed. */
export interface MatchDraft extends Named {
  readonly game: GameName;
  readonly raceTo: string;
  /** The clock ends it, and no race. */
  readonly timed: boolean;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly balls: (typeof BALL_SETS)[number];
  readonly first: Side;
  readonly bestOf: string;
  readonly reds: (typeof RED_COUNTS)[number];
  readonly handicapA: string;
  readonly handicapB: string;
  readonly clock: ShotPreset;
  /** A clock of one's own. Without seconds after the break a shot there is as long as any other. */
  readonly seconds: string;
  readonly afterBreak: string;
  readonly warn: string;
  readonly extension: string;
  readonly extensions: string;
}

/** What a match of a game is begun with. The form is drawn from it. */
export interface GameFormat {
  /** How long a match is: one of some lengths or any other whole number, or whatever is typed. */
  readonly length:
    | {
        readonly field: 'raceTo' | 'bestOf';
        readonly choices: readonly number[];
        /** Whether the clock may end a match instead. */
        readonly timed: boolean;
      }
    | { readonly field: 'raceTo'; readonly choices: null; readonly timed: false };
  /** What else is chosen, in this order. */
  readonly options: readonly ('balls' | 'reds' | 'handicap' | 'first' | 'breaks')[];
  /** The shot clocks that it offers; empty where it has none. */
  readonly clocks: readonly ShotPreset[];
  /** Whether players may ask for more time, and have more of it after a break. */
  readonly extensions: boolean;
  /** The game's part of what a match is begun with; the names and the clock come beside it. */
  readonly start: (draft: MatchDraft, extensions: number) => Body;
}

/** Lengths that are one tap away. */
export const RACES = [3, 5, 7, 9] as const;
export const BEST_OFS = [1, 3, 5, 7, 9] as const;
