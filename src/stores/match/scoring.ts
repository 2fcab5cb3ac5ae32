import type { ReadableAtom } from 'nanostores';
import type { MatchRecord } from '../../backend/contract.ts';
import type { Clock } from '../../core/clock/count-up.ts';
import type { ShotClock } from '../../core/clock/shot.ts';
import type { Line } from '../../core/match/fold.ts';
import type { Action } from '../../core/match/log.ts';
import type { AnyRules } from '../../core/rules/games.ts';
import type { Body } from '../../core/rules/read.ts';
import type { Refusal } from '../../core/rules/rules.ts';

/** An action as a history shows it, whether the server has it or not. */
export interface Shown extends Action {
  /** Its place in the server's order; null while it is pending. */
  readonly seq: number | null;
  /** When it was done, in server time. */
  readonly atMillis: number;
  /** Whether this device made it. */
  readonly own: boolean;
}

/** Actions of this device that no longer fit what happened meanwhile: one question to the person. */
export interface Question {
  /** The id of its first action. */
  readonly id: string;
  readonly actions: readonly Action[];
  /** Why they don't fit: a key of the texts with values. */
  readonly reason: Refusal;
}

/** How this device and the server stand. */
export type Sync =
  | 'upToDate'
  | 'sending'
  | 'offline'
  /** The server doesn't let this device score (any more); what it made is kept, and can be copied. */
  | 'forbidden'
  /** The match's rules are newer than this page. */
  | 'readOnly';

/** A match as its scorer sees it. */
export interface Scored {
  readonly match: MatchRecord;
  readonly rules: AnyRules;
  /** The state that it began with. */
  readonly start: object;
  /** Everything that was done, in order: score actions, what was done to them, clocks; pending ones last. */
  readonly actions: readonly Shown[];
  /** Folded from the log and what is pending: what the scorer sees at once. */
  readonly state: object;
  /** Folded from the log alone: what is on air. */
  readonly onAir: object;
  /** Score actions in order, pending ones last. */
  readonly lines: readonly Line<Shown>[];
  /** What the undo button takes back, and what may be brought back. */
  readonly undoable: Line<Shown> | null;
  readonly redoable: Line<Shown> | null;
  readonly pending: number;
  /** What is tapped stays on this device until it is put on air. */
  readonly held: boolean;
  /** Whether what is pending survives this page: false where a browser stores nothing. */
  readonly kept: boolean;
  /** Whether an answer has been awaited for more than 400 ms: what isn't on air is drawn hollow. */
  readonly late: boolean;
  readonly sync: Sync;
  readonly question: Question | null;
  /** The clocks with what this device did to them, in server time. */
  readonly clock: Clock;
  readonly shot: ShotClock | null;
  /** Screens that show this table, as they say. */
  readonly screens: { readonly count: number; readonly behind: number | null };
}

/** Scoring one table's current match. */
export interface Scoring {
  /** Null until the match is known. */
  readonly $scored: ReadableAtom<Scored | null>;
  /** Does something to the match. Gives why not, when the rules don't take it: nothing was done then. */
  readonly act: (kind: string, body?: Body) => Refusal | null;
  /** Takes back the last action that counts, or the one with this id. */
  readonly undo: (id?: string) => Refusal | null;
  readonly redo: (id?: string) => Refusal | null;
  readonly replace: (id: string, kind: string, body: Body) => Refusal | null;
  readonly hold: () => void;
  /** Puts on air what was held. */
  readonly release: () => void;
  /** Answers the question: make its actions again after what happened meanwhile, or drop them. */
  readonly answer: (id: string, choice: 'again' | 'drop') => void;
  readonly begin: (game: string, start: Body) => Promise<boolean>;
  /** Takes back the beginning of the current match. */
  readonly takeBackBeginning: () => Promise<boolean>;
}
