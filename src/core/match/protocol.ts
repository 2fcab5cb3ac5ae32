import type { Board } from '../overlay/board.ts';
import type { Body } from '../../rules/read.ts';
import type { Action, Entry } from '../../rules/log.ts';

/** The messages between a device and the server about a match. */

/** A match as stored by the server. */
export interface MatchRecord {
  readonly id: string;
  /** The table that it is played at. */
  readonly tableId: string;
  /** 1, 2, 3 … at its table. */
  readonly number: number;
  /** The match that was current when this one began; null for a table's first match. */
  readonly previous: string | null;
  readonly game: string;
  /** The rules version that it began with. */
  readonly rules: number;
  /** The format, as the game's `readFormat` takes it, and the clock settings. */
  readonly start: Body;
  readonly seq: number;
  readonly startedAtMillis: number;
  readonly endedAtMillis: number | null;
}

/** An action being sent, with how long ago it was tapped: the server computes its time. */
export interface SentAction extends Action {
  readonly agoMillis: number;
  /** Whether the action is meant for the table, and stored only while the match is the current one. Default: false. */
  readonly onlyCurrent?: boolean;
}

/** The board to show to viewers once the accompanying actions are stored. */
export interface SentBoard extends Pick<Board, 'p1' | 'p2' | 's1' | 's2' | 'raceTo'> {
  /** Default: none. */
  readonly event?: string;
  /** The rules version that produced it. */
  readonly rules: number;
  /** The game's part of the board; null for plain. */
  readonly detail: object | null;
  /** How the match ended; null while it goes on. */
  readonly result: object | null;
  /** How long ago the visit at the table began; null while there is none. Default: null. */
  readonly visitAgoMillis?: number | null;
}

/** The answer to any change of a log. `ok` and `stale` carry the entries after the sequence number in the request. */
export interface Appended {
  /**
   * stale: nothing was stored, because the log has other entries, or an action was `onlyCurrent` and the match isn't
   * current. bad: the action at `index` was rejected, and nothing was stored. full: the match takes no more actions.
   */
  readonly outcome: 'ok' | 'stale' | 'bad' | 'full' | 'tooMany';
  /** With `tooMany`, if a link or device has reached its daily limit: the time until it may store again. */
  readonly waitMillis?: number;
  readonly index: number | null;
  readonly entries: readonly Entry[];
  /** There are more entries: fetch the log. */
  readonly more: boolean;
  readonly seq: number;
  readonly rev: number;
  /** The table's current match, which may have changed. */
  readonly current: string;
  readonly serverMillis: number;
}

/** Screens that reported showing a table in the last 90 seconds. */
export interface Screens {
  readonly count: number;
  /** How many revisions the slowest one was behind when it asked; null if none reported a revision. */
  readonly behind: number | null;
}

export interface LogPage extends Pick<Appended, 'entries' | 'more' | 'current' | 'serverMillis'> {
  readonly match: MatchRecord;
  readonly screens: Screens;
}
