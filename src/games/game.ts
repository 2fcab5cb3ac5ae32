import type { CorrectionGroup } from '../core/match/correction.ts';
import type { GameFormat } from '../core/match/draft.ts';
import type { Action } from '../core/match/log.ts';
import type { Phrase } from '../core/match/phrase.ts';
import type { Scores, Shown } from '../core/overlay/shown.ts';
import type { Named } from '../core/rules/players.ts';
import type { Body } from '../core/rules/read.ts';
import type { Pair, Refusal, Side } from '../core/rules/rules.ts';

/** What a page needs of a game to show a board: it loads nothing else. */
export interface GameBoard<Detail> {
  /** What viewers are sent beside the scores, read from anything; null when it is none of this game's. */
  readonly parse: (detail: Body) => Detail | null;
  readonly shown: (scores: Scores, detail: Detail) => Shown;
}

/** What viewers see: at most 2 kB as JSON. */
export interface View<Detail> extends Named, Scores {
  /** Null where a game shows nothing beside the scores. */
  readonly detail: Detail;
}

/**
 * The rules of one game. All are pure and total: they never throw and never read a clock, and what a state cannot
 * take comes back as a refusal.
 */
export interface Rules<Format, State, Move, Detail> {
  /** Rises when an old log would be folded to another state; newer builds go on folding every older version. */
  readonly version: number;
  readonly start: (format: Format) => State;
  readonly apply: (state: State, move: Move) => State | Refusal;
  /** What may be done now, as a pad offers it; each of these is accepted. */
  readonly moves: (state: State) => readonly Move[];
  /** Who is at the table, where the game follows that; a move that counts for somebody else is another move. */
  readonly turn: (state: State) => Side | null;
  /** Racks or frames that were given so far: with the turn, the place in a match that a move was meant for. */
  readonly given: (state: State) => number;
  /** What a field shows that `set` changes by its name; undefined for a name that the game doesn't have. */
  readonly shown: (state: State, field: string) => unknown;
  /** The move that an action of a log stands for; null when it is none of this game's. */
  readonly read: (kind: string, body: Body) => Move | null;
  /** The format that a match was begun with; null when it is none of this game's. */
  readonly readFormat: (value: unknown) => Format | null;
  readonly board: (state: State) => View<Detail>;
}

/** How a match stood around a move. */
export interface Around<Detail> {
  readonly before: View<Detail>;
  /** Null when the move doesn't count. */
  readonly after: View<Detail> | null;
  /** Who was at the table. */
  readonly turn: Side | null;
}

/** What could have been meant by an action instead. */
export interface Instead extends Pick<Action, 'kind' | 'body'> {
  /** What a button says of it, where that is less than the whole move. */
  readonly phrase?: Phrase;
}

/** A correction by hand, which every game has and which is described for all of them in one place. */
type Corrected = { readonly kind: 'set' };

/** A game's moves in words: phrases of `i18n/<language>/match.json`. */
export interface Words<Move, Detail> {
  /** The texts under `fields` that say what a board's numbers are called. */
  readonly fields: Readonly<Record<keyof Scores, string>>;
  /** A move as a line of the history: who did what, and what it brought. */
  readonly move: (move: Exclude<Move, Corrected>, around: Around<Detail>) => Phrase;
  /**
   * The move as a button names it, where that is shorter; `rack` is the rack that it gave, if it did, and `board` the
   * board with the move in it.
   */
  readonly short: (move: Exclude<Move, Corrected>, board: View<Detail>, rack: number) => Phrase | null;
  /** What a move ended or changed besides the match. */
  readonly outcome: (before: View<Detail>, after: View<Detail>) => readonly Phrase[];
  /** The moves that could have been meant instead of one, out of those that were offered in its place. */
  readonly instead: (done: Pick<Action, 'kind' | 'body'>, offered: readonly Move[]) => readonly Instead[];
}

/** A move that counted, with the states around it. */
export interface Step<State, Move> {
  readonly move: Move;
  readonly before: State;
  readonly after: State;
  readonly atMillis: number;
}

/** A game's numbers of a match, in the order in which they are shown. */
export interface Numbers {
  readonly rows: readonly (readonly [name: string, values: Pair])[];
  /** The rows that are shown even where there is none of it. */
  readonly always: readonly string[];
  /** How long each rack or frame took. */
  readonly millis: readonly number[];
}

/** Everything of a game but its board and its pad. */
export interface Game<Format, State, Move, Detail> extends Rules<Format, State, Move, Detail> {
  readonly format: GameFormat;
  readonly words: Words<Move, Detail>;
  /** What can be corrected by hand besides the names. */
  readonly corrections: readonly CorrectionGroup[];
  /** A match in numbers; null for a game that has none. */
  readonly statistics:
    ((start: State, steps: readonly Step<State, Move>[], startedAtMillis: number) => Numbers) | null;
  /** Minutes without a tap after which a scorer seems to be away; null where taps may be hours apart. */
  readonly silentMinutes: number | null;
}
