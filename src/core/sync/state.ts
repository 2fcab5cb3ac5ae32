import type { Appended, LogPage, MatchRecord, Screens, SentBoard } from '../match/protocol.ts';
import type { Failure } from '../failure.ts';
import type { Board } from '../overlay/board.ts';
import { gameOf } from '../../games/games.ts';
import type { Done, Play } from './rebase.ts';
import type { OtherTabNews } from './merge-from-other-tab.ts';
import type { PendingAction, Question } from './pending-action.ts';

/** Requests go two ways at once: one in the log's order, and one for clocks, which wait for nothing. */
export type Way = 'log' | 'clock';

/** How one way stands. */
export interface Traffic {
  /** Whether a request is on its way. */
  readonly busy: boolean;
  /** Requests so far, the one on its way too. */
  readonly requests: number;
  /** Whether its answer is overdue. */
  readonly late: boolean;
  /** Attempts that failed since the last that did not. */
  readonly failures: number;
  /** Whether the next attempt has to wait. */
  readonly waiting: boolean;
}

/** What the desk did and takes back: it is pending no more. */
export interface Returned {
  readonly action: PendingAction;
  /** Why the server refused it; null where somebody else has changed the same. */
  readonly failure: Failure | null;
}

/** One match on one device. */
export interface MatchState {
  readonly id: string;
  /** The twelve hex digits that begin the ids of what this device makes. */
  readonly device: string;
  /** Null until the server, or what was kept, has told. */
  readonly record: MatchRecord | null;
  /** Null until the match is known, and for a game or a version of its rules that this page doesn't know. */
  readonly play: Play | null;
  /** What the server has: the entry `seq` is the one before it in `actions`. */
  readonly log: Done;
  /** The log with what is pending: what the person sees. */
  readonly shown: Done;
  readonly pending: readonly PendingAction[];
  /** Actions of clocks that are in no log yet. */
  readonly clocks: readonly PendingAction[];
  /** Those of them that the server has. */
  readonly storedClocks: ReadonlySet<string>;
  readonly questions: readonly Question[];
  /** What the desk takes back, until the step is done that found it. */
  readonly returned: readonly Returned[];
  /** What is tapped stays here until it is put on air. */
  readonly held: boolean;
  /** What viewers see of this match. */
  readonly board: Board | null;
  readonly screens: Screens;
  /** The newest entry that this device has heard of. */
  readonly wanted: number;
  /** The entry after which the board was repaired last. */
  readonly repaired: number;
  /** The server didn't take the board: what was done goes without it. */
  readonly boardless: boolean;
  /** The server doesn't let this device score: everything stays as it is, and now and then it asks again. */
  readonly forbidden: boolean;
  /** The order of this device's last action. */
  readonly order: number;
  readonly traffic: Readonly<Record<Way, Traffic>>;
}

/** What this device keeps of an action. */
export interface KeptAction {
  readonly action: PendingAction;
  /** The question that it is in, by its id and reason. */
  readonly question: Pick<Question, 'id' | 'reason'> | null;
}

/** A match with as much of its log as is known. */
export type KnownLog = Pick<LogPage, 'match' | 'entries'> & Partial<Pick<LogPage, 'more' | 'screens'>>;

export type MatchEvent =
  /** The match, its log and what this device has done, as they were kept. */
  | { readonly type: 'page'; readonly page: KnownLog; readonly actions: readonly KeptAction[] }
  /** The answer to an effect `fetch`. */
  | { readonly type: 'fetched'; readonly page: LogPage }
  /** The answer to an effect `append` with those actions. `chance` lies between 0 and 1. */
  | {
      readonly type: 'appended';
      readonly way: Way;
      /** The last entry that this device had when it asked; null where it didn't say. */
      readonly afterSeq: number | null;
      readonly ids: readonly string[];
      readonly answer: Appended;
      readonly chance: number;
    }
  | { readonly type: 'failed'; readonly way: Way; readonly failure: Failure; readonly chance: number }
  /** The time of an effect `wait` is over. */
  | { readonly type: 'waited'; readonly way: Way }
  /** The time of an effect `watch` is over. */
  | { readonly type: 'overdue'; readonly way: Way; readonly request: number }
  /** There may be a network again. */
  | { readonly type: 'woke' }
  /** Viewers see this board of the match. */
  | { readonly type: 'heard'; readonly board: Board }
  | { readonly type: 'hold'; readonly held: boolean }
  | { readonly type: 'answer'; readonly id: string; readonly choice: 'again' | 'drop' }
  /** What another page of this browser keeps, and what is settled there. */
  | ({ readonly type: 'kept' } & OtherTabNews);

export type MatchEffect =
  | { readonly type: 'fetch'; readonly afterSeq: number }
  | {
      readonly type: 'append';
      readonly way: Way;
      readonly afterSeq: number | null;
      readonly actions: readonly PendingAction[];
      readonly board: SentBoard | null;
    }
  | { readonly type: 'wait'; readonly way: Way; readonly millis: number }
  /** Say `overdue` in so many milliseconds. */
  | { readonly type: 'watch'; readonly way: Way; readonly request: number; readonly millis: number }
  | { readonly type: 'returned'; readonly returned: readonly Returned[] }
  /** The session is no longer good. */
  | { readonly type: 'sessionEnded' };

export interface MatchStep {
  readonly state: MatchState;
  readonly effects: readonly MatchEffect[];
}

const QUIET: Traffic = { busy: false, requests: 0, late: false, failures: 0, waiting: false };
const NOTHING: Done = { actions: [], fold: { state: {}, lines: [] } };

/** A match of which nothing is known but its id. */
export const unknownMatch = (id: string, device: string): MatchState => ({
  id,
  device,
  record: null,
  play: null,
  log: NOTHING,
  shown: NOTHING,
  pending: [],
  clocks: [],
  storedClocks: new Set(),
  questions: [],
  returned: [],
  held: false,
  board: null,
  screens: { count: 0, behind: null },
  wanted: 0,
  repaired: 0,
  boardless: false,
  forbidden: false,
  order: 0,
  traffic: { log: QUIET, clock: QUIET },
});

/** The last entry that this device has. */
export const seqOf = ({ log }: MatchState): number => log.actions.length;

/** How a match is folded; null when this page is too old for it. */
export const playOf = ({ game, rules: version, start }: MatchRecord): Play | null => {
  const rules = gameOf(game);
  if (!rules || rules.version < version) return null;
  const format = rules.readFormat(start);
  return format === null ? null : { rules, start: rules.start(format) };
};

/** A log without entries. */
export const begun = ({ start }: Play): Done => ({ actions: [], fold: { state: start, lines: [] } });

/** Whether everything that this device did has found its place. */
export const isSettled = ({ pending, clocks, questions }: MatchState): boolean =>
  pending.length === 0 && clocks.length === 0 && questions.length === 0;

/** What this device is to keep. */
export const keptOf = ({ pending, clocks, questions }: MatchState): readonly KeptAction[] => [
  ...[...pending, ...clocks].map((action) => ({ action, question: null })),
  ...questions.flatMap(({ id, reason, actions }) =>
    actions.map((action) => ({ action, question: { id, reason } })),
  ),
];
