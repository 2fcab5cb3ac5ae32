import type { Board } from '../overlay/board.ts';
import type { Body } from '../rules/read.ts';
import type { Action, Entry } from './log.ts';

/** What a device and the server tell each other about a match. */

/** A match as the server keeps it. */
export interface MatchRecord {
  readonly id: string;
  /** The table that it is played at. */
  readonly overlayId: string;
  /** 1, 2, 3 … at its table. */
  readonly number: number;
  /** The match that was current when this one was begun; null for a table's first. */
  readonly previous: string | null;
  readonly game: string;
  /** The version of the rules that it was begun with. */
  readonly rules: number;
  /** The format, as the game's `readFormat` takes it, and the settings of its clocks. */
  readonly start: Body;
  readonly seq: number;
  readonly startedAtMillis: number;
  readonly endedAtMillis: number | null;
}

/** An action on its way, with how long ago it was tapped: the server times it. */
export interface SentAction extends Action {
  readonly agoMillis: number;
}

/** What viewers are to see once the actions that it comes with are stored. */
export interface SentBoard extends Pick<Board, 'p1' | 'p2' | 's1' | 's2' | 'raceTo'> {
  /** The version of the rules that made it. */
  readonly rules: number;
  /** What the game shows beside the scores; null for plain. */
  readonly detail: object | null;
  /** How the match ended; null while it goes on. */
  readonly result: object | null;
}

/** The answer to whatever changes a log. ok and stale bring the same entries: those after the one that was named. */
export interface Appended {
  /** bad: the action at `index` was refused, and nothing was stored. full: the match takes no more actions. */
  readonly outcome: 'ok' | 'stale' | 'bad' | 'full' | 'tooMany';
  readonly index: number | null;
  readonly entries: readonly Entry[];
  /** There are more entries than these: ask for the log. */
  readonly more: boolean;
  readonly seq: number;
  readonly rev: number;
  /** The table's current match, which may be another by now. */
  readonly current: string;
  readonly serverMillis: number;
}

/** Screens that say that they show a table, in the last 90 seconds. */
export interface Screens {
  readonly count: number;
  /** Revisions that the one furthest behind lacked when it asked; null when none said what it shows. */
  readonly behind: number | null;
}

export interface LogPage extends Pick<Appended, 'entries' | 'more' | 'current' | 'serverMillis'> {
  readonly match: MatchRecord;
  readonly screens: Screens;
}
