import type { Areas, KeyOf } from '../i18n/texts.ts';
import type { CorrectionGroup } from './correction.ts';
import type { GameFormat } from './format.ts';
import type { Action } from './log.ts';
import type { Phrase } from '../i18n/phrases.ts';
import type { Scores, Shown } from './shown.ts';
import type { MatchNames } from './players.ts';
import type { Body } from './read.ts';
import type { Pair, Refusal, Side } from './rules.ts';

/** The part of a game needed to show a board. */
export interface GameBoard<Detail> {
  /** Parses a board's detail; null if it isn't this game's. */
  readonly parse: (detail: Body) => Detail | null;
  readonly shown: (scores: Scores, detail: Detail) => Shown;
}

type Ending = KeyOf<Areas['match']['endings']>;

/**
 * How a game's racks or frames can end, if not in the ordinary way. An ending is a move's `how`, or the kind of a move
 * without one.
 */
export interface GameEndings {
  /** Results show them at the side that won. */
  readonly wins: readonly Ending[];
  /** The loser caused them: results show them there. */
  readonly losses: readonly Ending[];
}

/** A board's data for viewers: at most 2 kB as JSON. */
export interface View<Detail> extends MatchNames, Scores {
  /** Null if a game shows only the scores. */
  readonly detail: Detail;
}

/**
 * The rules of one game. All functions are pure and total: they never throw and never read a clock, and an illegal
 * move comes back as a refusal.
 */
export interface Rules<Format, State, Move, Detail> {
  /**
   * Raise it when older builds would fold a new log to another state, so that they don't score it; newer builds must
   * still fold every older version.
   */
  readonly version: number;
  readonly start: (format: Format) => State;
  readonly apply: (state: State, move: Move) => State | Refusal;
  /** The moves to offer on the pad now; all of them are legal. */
  readonly moves: (state: State) => readonly Move[];
  /** The player at the table, in games that track it. The same action by the other player is a different move. */
  readonly turn: (state: State) => Side | null;
  /**
   * Racks or frames completed so far. Together with the turn and the strokes, this identifies the position a move was
   * meant for.
   */
  readonly unitsCompleted: (state: State) => number;
  /** Strokes of the current frame so far, in a game that records each one; 0 in others. */
  readonly strokes: (state: State) => number;
  /** Whether a move that counts began a visit to the table; null for a game whose visits aren't timed. */
  readonly beginsVisit: ((move: Move, before: State, after: State) => boolean) | null;
  /** The current value of a field that `set` can change; undefined for an unknown field. */
  readonly shown: (state: State, field: string) => unknown;
  /** Reads the move in a log's action; null if it isn't one of this game's. */
  readonly read: (kind: string, body: Body) => Move | null;
  /** Reads the format that a match began with; null if it isn't this game's. */
  readonly readFormat: (value: unknown) => Format | null;
  readonly board: (state: State) => View<Detail>;
}

/** A match before and after a move. */
export interface Around<Detail> {
  readonly before: View<Detail>;
  /** Null if the move doesn't count. */
  readonly after: View<Detail> | null;
  /** The player at the table before it. */
  readonly turn: Side | null;
}

/** An action that the scorer may have meant instead. */
export interface Instead extends Pick<Action, 'kind' | 'body'> {
  /** The button's label, if shorter than the whole move. */
  readonly phrase?: Phrase;
}

/** A correction by hand, described in one place for all games. */
type Corrected = { readonly kind: 'set' };

/** A game's moves in words: phrases of `i18n/<language>/match.json`. */
export interface Words<Move, Detail> {
  /** The names of a board's numbers: texts under `fields`, with the side if they name its player. */
  readonly fields: Readonly<
    Record<keyof Scores, KeyOf<Areas['match']['fields']> | `${'racks' | 'frames'}${Side}`>
  >;
  /** A move as a line of the history: the player, the action and its points. */
  readonly move: (move: Exclude<Move, Corrected>, around: Around<Detail>) => Phrase;
  /**
   * The move's short name for buttons, if different; `rack` is the number of the rack it gave, if any, and `board` the
   * board after the move.
   */
  readonly short: (move: Exclude<Move, Corrected>, board: View<Detail>, rack: number) => Phrase | null;
  /** The unit that a move ended or changed, other than the match itself. */
  readonly outcome: (before: View<Detail>, after: View<Detail>) => readonly Phrase[];
  /** The alternatives to a move, out of those offered at its place. */
  readonly instead: (done: Pick<Action, 'kind' | 'body'>, offered: readonly Move[]) => readonly Instead[];
}

/** A move that counted, with the states before and after it. */
export interface Step<State, Move> {
  readonly move: Move;
  readonly before: State;
  readonly after: State;
  readonly atMillis: number;
}

/** A match's statistics, in display order. */
export interface Numbers {
  readonly rows: readonly (readonly [name: KeyOf<Areas['match']['statistics']>, values: Pair])[];
  /** The rows to show even if they are 0 on both sides. */
  readonly always: readonly string[];
  /** The rows in which less is better. */
  readonly faults: readonly string[];
  /** How long each rack or frame took, in milliseconds. */
  readonly millis: readonly number[];
}

/** Everything about a game except its board and its pad. */
export interface Game<Format, State, Move, Detail> extends Rules<Format, State, Move, Detail> {
  readonly format: GameFormat;
  readonly words: Words<Move, Detail>;
  /** The correctable values, in addition to the names. */
  readonly corrections: readonly CorrectionGroup[];
  /** The statistics of a match; null for a game that has none. */
  readonly statistics:
    ((start: State, steps: readonly Step<State, Move>[], startedAtMillis: number) => Numbers) | null;
  /**
   * Whether its numbers are typed in Quick Update instead of following play: no rules end such a match, and no scorer
   * stays with it.
   */
  readonly isTyped: boolean;
}
