import type { SHOT_DEFAULTS } from './shot.ts';
import type { MatchNames } from './players.ts';
import type { Body } from './read.ts';
import type { TableKind } from './table-kind.ts';
import type { Side } from './rules.ts';

/** The choices for a new match. */

/** A range of whole numbers, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const BREAK_RULES = ['alternate', 'winner', 'loser'] as const;

/** The ball sets for 8-ball, which only change how a board is drawn. */
export const BALL_SETS = ['solidsAndStripes', 'redsAndYellows'] as const;

/** The number of reds in a frame: a full set and the two short forms. */
export const RED_COUNTS = [15, 10, 6] as const;

/** A shot clock published by an association, none, or custom. */
export type ShotPreset = keyof typeof SHOT_DEFAULTS | 'off' | 'own';

/** Numbers are kept as typed. */
export interface Draft<GameName extends string = string> extends Required<MatchNames> {
  readonly game: GameName;
  readonly raceTo: string;
  /** The match ends by the clock instead of a race. */
  readonly timed: boolean;
  readonly minutes: string;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly balls: (typeof BALL_SETS)[number];
  readonly first: Side;
  readonly bestOf: string;
  readonly reds: (typeof RED_COUNTS)[number];
  readonly handicapA: string;
  readonly handicapB: string;
  readonly clock: ShotPreset;
  /** A custom clock. With `afterBreak` empty, the shot after the break gets no extra time. */
  readonly seconds: string;
  readonly afterBreak: string;
  readonly warn: string;
  readonly extension: string;
  readonly extensions: string;
}

/** The options for a match of a game. The form is generated from it. */
export interface GameFormat {
  /** The kind of table it is played on. */
  readonly table: TableKind;
  /** Match length: preset lengths plus any other whole number in the range, or just a typed number. */
  readonly length: {
    readonly range: Range;
    /** The length unless another is chosen. */
    readonly usual: number;
  } & (
    | {
        readonly field: 'raceTo' | 'bestOf';
        readonly choices: readonly number[];
        /** Preset times in minutes; null if matches can't be timed. */
        readonly minutes: readonly number[] | null;
      }
    | { readonly field: 'raceTo'; readonly choices: null; readonly minutes: null }
  );
  /** The remaining options, in display order. A handicap counts racks in a race, else points in each frame. */
  readonly options: readonly ('balls' | 'reds' | 'handicap' | 'first' | 'breaks')[];
  /** The shot clocks on offer; empty if none. */
  readonly clocks: readonly ShotPreset[];
  /** Whether players have extensions, and extra time after a break. */
  readonly extensions: boolean;
  /** The game's own part of `start`; names and clocks are added to it. */
  readonly start: (draft: Draft, extensions: number) => Body;
}

/** How many racks or frames win a match. */
export const UNITS_RANGE: Range = { min: 1, max: 99 };

/** How long a timed match can be played, in minutes. */
export const MINUTES_RANGE: Range = { min: 1, max: 600 };
