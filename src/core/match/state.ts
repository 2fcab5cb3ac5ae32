import type { Appended, LogPage, MatchRecord, Screens, SentBoard } from './protocol.ts';
import { emptyFold } from './fold.ts';
import type { TimedVisit } from './visit.ts';
import type { Failure } from '../failure.ts';
import type { Board } from '../overlay/board.ts';
import { gameOf } from '../../games/games.ts';
import type { FoldedLog, RulesAndStart } from './rebase.ts';
import type { PendingAction, Question } from './pending-action.ts';

/** Two independent queues to the server: `log` keeps the log's order; `clock` never waits for it. */
export type Queue = 'log' | 'clock';

/** The requests of one queue. */
export interface Traffic {
  /** Whether a request is in progress. */
  readonly busy: boolean;
  /** Requests so far, including the one in progress. */
  readonly requests: number;
  /** Whether its answer is overdue. */
  readonly late: boolean;
  /** Consecutive failures. */
  readonly failures: number;
  /** Whether it pauses before the next request. */
  readonly waiting: boolean;
}

/** An action given back to the desk; no longer pending. */
export interface Returned {
  readonly action: PendingAction;
  /** Why the server refused it; null if another device changed the same field. */
  readonly failure: Failure | null;
}

/** One match on one device. */
export interface MatchState {
  readonly id: string;
  /** The twelve hex digits that start all ids made on this device. */
  readonly device: string;
  /** Null until loaded from the server or this device's storage. */
  readonly record: MatchRecord | null;
  /** Null until the match is known, and if this page doesn't know its game or rules version. */
  readonly play: RulesAndStart | null;
  /** The part of the server's log received so far: the entry `seq` is `actions[seq - 1]`. */
  readonly log: FoldedLog;
  /** The log with the pending actions, as the user sees it. */
  readonly shown: FoldedLog;
  readonly pending: readonly PendingAction[];
  /** Clock actions that aren't in `log` yet. */
  readonly clocks: readonly PendingAction[];
  /** Ids of the clock actions that the server has confirmed. */
  readonly storedClocks: ReadonlySet<string>;
  readonly questions: readonly Question[];
  /** Collected during a step for the effect `returned`. */
  readonly returned: readonly Returned[];
  /** Pending actions stay on this device until they are put on air. */
  readonly held: boolean;
  /** The match's board as viewers see it. */
  readonly board: Board | null;
  readonly screens: Screens;
  /** The highest seq that this device knows of. */
  readonly wanted: number;
  /** The log's length when the board was last repaired. */
  readonly repaired: number;
  /** The server rejected the board, so actions are sent without one. */
  readonly boardless: boolean;
  /** The server doesn't let this device score. Everything stays queued, and is retried occasionally. */
  readonly forbidden: boolean;
  /** When this link's or device's daily limit ends, in server time; null if it isn't reached. */
  readonly limitedMillis: number | null;
  /**
   * Permissions may have changed: the server hasn't been asked since the network came back or they were said to change.
   */
  readonly unsure: boolean;
  /** The `order` of the last action known in this browser. */
  readonly order: number;
  readonly traffic: Readonly<Record<Queue, Traffic>>;
}

/** An action as stored on this device. */
export interface KeptAction {
  readonly action: PendingAction;
  /** The question it belongs to. */
  readonly question: Pick<Question, 'id' | 'reason'> | null;
}

/** Changes to a match that another tab of this browser stored. */
export interface OtherTabNews {
  readonly put: readonly KeptAction[];
  /** Ids of actions that were settled without entering the log. */
  readonly gone: readonly string[];
  /** Whether the match is held; null if unknown. */
  readonly held: boolean | null;
}

/** A match and the known part of its log. */
export type KnownLog = Pick<LogPage, 'match' | 'entries'> & Partial<Pick<LogPage, 'more' | 'screens'>>;

export type MatchEvent =
  /** The match, its log and this device's actions, as stored. */
  | { readonly type: 'restored'; readonly page: KnownLog; readonly actions: readonly KeptAction[] }
  /** The answer to the effect `fetch`. */
  | { readonly type: 'fetched'; readonly page: LogPage }
  /** The answer to the effect `append` with these actions. `chance` is random, from 0 to 1. */
  | {
      readonly type: 'appended';
      readonly queue: Queue;
      /** As sent: the last seq in this device's log; null for clocks. */
      readonly afterSeq: number | null;
      readonly ids: readonly string[];
      readonly answer: Appended;
      readonly chance: number;
    }
  | { readonly type: 'failed'; readonly queue: Queue; readonly failure: Failure; readonly chance: number }
  /** The effect `wait` has ended. */
  | { readonly type: 'waited'; readonly queue: Queue }
  /** The effect `limited` has ended. */
  | { readonly type: 'unlimited' }
  /** The effect `watch` has ended. */
  | { readonly type: 'overdue'; readonly queue: Queue; readonly request: number }
  /** The network may be back, or permissions may have changed. */
  | { readonly type: 'woke' }
  /** Viewers now see this board. */
  | { readonly type: 'onAir'; readonly board: Board }
  | { readonly type: 'hold'; readonly held: boolean }
  /** Answers a question by repeating or dropping its actions: all, or only the one with the id `action`. */
  | {
      readonly type: 'answer';
      readonly id: string;
      readonly action?: string | undefined;
      readonly choice: 'again' | 'drop';
    }
  /** Another tab of this browser stored or settled actions. */
  | ({ readonly type: 'kept' } & OtherTabNews);

export type MatchEffect =
  | { readonly type: 'fetch'; readonly afterSeq: number }
  | {
      readonly type: 'append';
      readonly queue: Queue;
      readonly afterSeq: number | null;
      readonly actions: readonly PendingAction[];
      readonly board: SentBoard | null;
      /** The visit on the board. */
      readonly visit: TimedVisit | null;
    }
  | { readonly type: 'wait'; readonly queue: Queue; readonly millis: number }
  /** Send the event `unlimited` after `millis`. */
  | { readonly type: 'limited'; readonly millis: number }
  /** Send the event `overdue` after `millis`. */
  | { readonly type: 'watch'; readonly queue: Queue; readonly request: number; readonly millis: number }
  | { readonly type: 'returned'; readonly returned: readonly Returned[] }
  /** The session has ended. */
  | { readonly type: 'sessionEnded' };

export interface MatchStep {
  readonly state: MatchState;
  readonly effects: readonly MatchEffect[];
}

const QUIET: Traffic = { busy: false, requests: 0, late: false, failures: 0, waiting: false };
const NOTHING: FoldedLog = { actions: [], fold: { state: {}, lines: [], visit: null } };

/** A match of which only the id is known. */
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
  limitedMillis: null,
  unsure: false,
  order: 0,
  traffic: { log: QUIET, clock: QUIET },
});

/** The last seq in this device's log; 0 if it is empty. */
export const seqOf = ({ log }: MatchState): number => log.actions.length;

/** How to fold a match; null if this page is too old for it. */
export const playOf = ({ game, rules: version, start }: MatchRecord): RulesAndStart | null => {
  const rules = gameOf(game);
  if (!rules || rules.version < version) return null;
  const format = rules.readFormat(start);
  return format === null ? null : { rules, start: rules.start(format) };
};

/** A log without entries. */
export const emptyLog = ({ rules, start }: RulesAndStart): FoldedLog => ({
  actions: [],
  fold: emptyFold(rules, start),
});

/** Whether nothing of this device is pending or in question. */
export const isSettled = ({ pending, clocks, questions }: MatchState): boolean =>
  pending.length === 0 && clocks.length === 0 && questions.length === 0;

/** This device's actions to store. */
export const keptOf = ({ pending, clocks, questions }: MatchState): readonly KeptAction[] => [
  ...[...pending, ...clocks].map((action) => ({ action, question: null })),
  ...questions.flatMap(({ id, reason, actions }) =>
    actions.map((action) => ({ action, question: { id, reason } })),
  ),
];
