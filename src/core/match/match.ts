import { backOffMillis, spreadMillis } from '../back-off.ts';
import type { Failure } from '../failure.ts';
import { positionOf } from './fold.ts';
import { isClockKind, type Action } from '../../rules/log.ts';
import { isRestored } from '../overlay/board.ts';
import { readChanges } from '../../rules/read.ts';
import { refuse, type Refusal } from '../../rules/rules.ts';
import { judge } from './rebase.ts';
import { mergeFromOtherTab } from './merge-from-other-tab.ts';
import { isOfDesk, type Moment, type Origin, type PendingAction, type Question } from './pending-action.ts';
import { forgetLog, rebased, receive, withoutActions } from './receive.ts';
import { send, withTraffic } from './send.ts';
import {
  emptyLog,
  playOf,
  seqOf,
  type KnownLog,
  type MatchEvent,
  type MatchState,
  type MatchStep,
  type OtherTabNews,
  type Queue,
} from './state.ts';

/*
 * One match on one device. Its scorer sees log + pending, without waiting for the server. This module has no network,
 * clock or randomness: events bring their results, and the caller runs the effects.
 */

/** An action with where and when it was tapped; `atMillis` is the estimated server time. */
export interface Tapped extends Action {
  readonly origin: Origin;
  readonly tap: Moment;
  readonly atMillis: number;
}

/**
 * Queues an action and sends what is due; returns why if it is refused. An action already satisfied changes nothing.
 */
export const enqueue = (state: MatchState, { tap, ...tapped }: Tapped): MatchStep | Refusal => {
  const { play, shown, forbidden, record } = state;
  if (forbidden) return refuse('forbidden');
  const order = Math.max(tap.wallMillis, state.order + 1);
  const positionAtTap = play ? positionOf(play.rules, shown.fold.state) : { unitsCompleted: 0, turn: null };
  const own: PendingAction = {
    ...tapped,
    by: null,
    seq: null,
    own: true,
    tap,
    order,
    seqAtTap: seqOf(state),
    positionAtTap,
  };
  if (isClockKind(own.kind)) return send({ ...state, order, clocks: [...state.clocks, own] });
  if (!play) return refuse(record ? 'readOnly' : 'notReady');
  const judgement = judge(play, shown, own);
  switch (judgement.verdict) {
    case 'refused':
      return judgement.refusal;
    case 'satisfied':
      return { state, effects: [] };
    case 'fits':
      return send({ ...state, order, pending: [...state.pending, own], shown: judgement.done });
    default:
      return judgement satisfies never;
  }
};

/** The wait after the first failure, and the longest. */
const AGAIN_MILLIS = 500;
const AGAIN_MOST_MILLIS = 15_000;

/** Delay before retrying while forbidden: the table may be brought back, or the link extended. */
const FORBIDDEN_MILLIS = 60_000;
/** The time this device gets to find out which match is current. */
const LEFT_MILLIS = 1000;

const pause = (state: MatchState, queue: Queue, millis: number): MatchStep =>
  send(withTraffic(state, queue, { busy: false, waiting: true }), [{ type: 'wait', queue, millis }]);

const retryLater = (state: MatchState, queue: Queue, chance: number): MatchStep => {
  const failures = state.traffic[queue].failures + 1;
  // Plus or minus a fifth, so that devices don't all retry at once; `chance` is from 0 to 1.
  const millis = spreadMillis(backOffMillis(failures, AGAIN_MILLIS, AGAIN_MOST_MILLIS), chance);
  return pause(withTraffic(state, queue, { failures }), queue, millis);
};

/** Stops sending until the server accepts actions again. Entries by other devices are still fetched. */
const limited = (state: MatchState, queue: Queue, serverMillis: number, millis: number): MatchStep => {
  const quiet = withTraffic(state, queue, { busy: false, late: false, failures: 0 });
  return send({ ...quiet, limitedMillis: serverMillis + millis }, [{ type: 'limited', millis }]);
};

const without = (own: readonly PendingAction[], gone: readonly PendingAction[]): readonly PendingAction[] =>
  own.filter(({ id }) => !gone.some((one) => one.id === id));

/** Removes actions from the queues. */
const dequeued = (state: MatchState, gone: readonly PendingAction[], now: Moment): MatchState =>
  gone.length
    ? rebased({ ...state, clocks: without(state.clocks, gone) }, without(state.pending, gone), now)
    : state;

/** Returns the desk's refused actions to the desk. The pad's stay queued. */
const returnedToDesk = (state: MatchState, queue: Queue, failure: Failure, now: Moment): MatchState => {
  const waiting = queue === 'log' ? state.pending : state.clocks;
  const gone = waiting.filter((action) => isOfDesk(action) && !state.storedClocks.has(action.id));
  const returned = gone.map((action) => ({ action, failure }));
  return dequeued({ ...state, returned: [...state.returned, ...returned] }, gone, now);
};

const failed = (
  state: MatchState,
  { queue, failure, chance }: Extract<MatchEvent, { type: 'failed' }>,
  now: Moment,
): MatchStep => {
  const asking = { ...state, unsure: state.unsure || queue === 'log' };
  const calm = withTraffic(asking, queue, { busy: false, late: false });
  // Offline, nothing was refused.
  const quiet = failure.kind === 'offline' ? calm : returnedToDesk(calm, queue, failure, now);
  switch (failure.kind) {
    case 'forbidden':
      return pause({ ...quiet, forbidden: true }, queue, FORBIDDEN_MILLIS);
    case 'sessionExpired':
      // Signing in again resumes sending. Until then, nothing counts as on air.
      return {
        state: withTraffic(quiet, queue, { waiting: true, late: true }),
        effects: [{ type: 'sessionEnded' }],
      };
    default:
      return retryLater(quiet, queue, chance);
  }
};

const NOT_TAKEN: Failure = { kind: 'other', message: '' };

/** Removes actions that the server rejected: the pad's become a question, the desk's are returned. */
const setAside = (state: MatchState, ids: ReadonlySet<string>, reason: Refusal, now: Moment): MatchState => {
  const gone = [...state.pending, ...state.clocks].filter(({ id }) => ids.has(id));
  const actions = gone.filter(({ origin }) => origin === 'pad');
  const [first] = actions;
  const returned = without(gone, actions).map((action) => ({ action, failure: NOT_TAKEN }));
  return dequeued(
    {
      ...state,
      questions: first ? [...state.questions, { id: first.id, actions, reason }] : state.questions,
      returned: [...state.returned, ...returned],
    },
    gone,
    now,
  );
};

/** Applies the log data of an answer. */
const withAnswer = (
  state: MatchState,
  { afterSeq, answer }: Pick<Extract<MatchEvent, { type: 'appended' }>, 'afterSeq' | 'answer'>,
  now: Moment,
): MatchState => {
  const { outcome, entries, seq } = answer;
  const received = receive({ ...state, forbidden: false }, entries, now);
  // The server has fewer entries than this device had when it sent the request: it was restored from a backup.
  if (outcome === 'stale' && afterSeq !== null && seq < afterSeq) return forgetLog(received, now);
  return { ...received, wanted: Math.max(received.wanted, seq) };
};

const appended = (
  state: MatchState,
  event: Extract<MatchEvent, { type: 'appended' }>,
  now: Moment,
): MatchStep => {
  const { queue, ids, answer, chance } = event;
  const { outcome, index } = answer;
  if (outcome === 'tooMany') {
    const refused = returnedToDesk({ ...state, forbidden: false }, queue, { kind: 'tooMany' }, now);
    return answer.waitMillis === undefined
      ? retryLater(refused, queue, chance)
      : limited(refused, queue, answer.serverMillis, answer.waitMillis);
  }
  const quiet = withTraffic({ ...state, limitedMillis: null }, queue, {
    busy: false,
    late: false,
    failures: 0,
  });
  switch (outcome) {
    case 'ok': {
      const stored = new Set([...state.storedClocks, ...(queue === 'clock' ? ids : [])]);
      return send(withAnswer({ ...quiet, storedClocks: stored, boardless: false }, event, now));
    }
    case 'stale': {
      const next = withAnswer(quiet, event, now);
      const isForAnother =
        answer.current !== state.id && next[queue === 'log' ? 'pending' : 'clocks'].some(isOfDesk);
      // The desk's actions move to the current match, once this device knows its id.
      return isForAnother ? pause(next, queue, LEFT_MILLIS) : send(next);
    }
    case 'bad': {
      // Without an index, the board was what the server rejected.
      if (index === null) return send({ ...quiet, forbidden: false, boardless: true });
      const bad = new Set(ids.slice(index, index + 1));
      return send(setAside(withAnswer(quiet, event, now), bad, refuse('notTaken'), now));
    }
    case 'full':
      return send(setAside(withAnswer(quiet, event, now), new Set(ids), refuse('full'), now));
    default:
      return outcome satisfies never;
  }
};

const withPage = (
  state: MatchState,
  { match, entries, more = false, screens }: KnownLog,
  now: Moment,
): MatchState => {
  const play = state.play ?? playOf(match);
  const opened = { ...state, record: match, play, screens: screens ?? state.screens };
  const first = play && !state.play ? { ...opened, log: emptyLog(play), shown: emptyLog(play) } : opened;
  const received = receive(first, entries, now);
  const seq = seqOf(received);
  const grew = seq > seqOf(first);
  // Without `more`, the log ends here, whatever was announced before. The exception is an answer to a request sent
  // before the log was forgotten.
  const wanted = more || grew ? Math.max(received.wanted, more ? seq + 1 : 0) : Math.max(seq, match.seq);
  const settled = { ...received, wanted };
  return grew ? settled : rebased(settled, settled.pending, now);
};

/** A correction whose `from` values match the current state. */
const refreshed = (state: MatchState, own: PendingAction): PendingAction => {
  const changes = own.kind === 'set' ? readChanges(own.body['changes']) : null;
  if (!changes || !state.play) return own;
  const { rules } = state.play;
  const current = Object.entries(changes).map(
    ([field, { to }]) => [field, { from: rules.shown(state.shown.fold.state, field), to }] as const,
  );
  return { ...own, body: { ...own.body, changes: Object.fromEntries(current) } };
};

type Chosen = (action: PendingAction) => boolean;

/** Repeats a question's chosen actions now. Those that still don't fit stay in question, as do the others. */
const again = (state: MatchState, question: Question, chosen: Chosen, now: Moment): MatchState => {
  let next = state;
  const left: PendingAction[] = [];
  let reason: Refusal | null = null;
  for (const own of question.actions) {
    const { play } = next;
    if (!chosen(own)) {
      left.push(own);
      continue;
    }
    if (isClockKind(own.kind)) {
      next = { ...next, clocks: [...next.clocks, own] };
      continue;
    }
    if (!play) {
      left.push(own);
      continue;
    }
    const order = Math.max(now.wallMillis, next.order + 1);
    const positionAtTap = positionOf(play.rules, next.shown.fold.state);
    const tapped: PendingAction = {
      ...refreshed(next, own),
      tap: now,
      order,
      seqAtTap: seqOf(next),
      positionAtTap,
    };
    const judgement = judge(play, next.shown, tapped);
    if (judgement.verdict === 'refused') {
      left.push(own);
      reason ??= judgement.refusal;
    } else if (judgement.verdict === 'fits') {
      next = { ...next, order, pending: [...next.pending, tapped], shown: judgement.done };
    }
  }
  const [first] = left;
  if (!first) return next;
  const rest = { id: first.id, actions: left, reason: reason ?? question.reason };
  return { ...next, questions: [rest, ...next.questions] };
};

/** The match's state after repeating one of a question's actions, or why that isn't possible now. */
export const stateAgain = (
  state: MatchState,
  question: Question,
  { id }: PendingAction,
  now: Moment,
): object | Refusal => {
  const tried = again({ ...state, questions: [] }, question, (action) => action.id === id, now);
  const [rest] = tried.questions;
  return rest?.actions.some((action) => action.id === id) ? rest.reason : tried.shown.fold.state;
};

const answered = (
  state: MatchState,
  { id, action, choice }: Extract<MatchEvent, { type: 'answer' }>,
  now: Moment,
): MatchState => {
  const question = state.questions.find((one) => one.id === id);
  if (!question) return state;
  const chosen: Chosen = (one) => action === undefined || one.id === action;
  const others = { ...state, questions: state.questions.filter((one) => one !== question) };
  if (choice === 'again') return again(others, question, chosen, now);
  const dropped = new Set(question.actions.filter(chosen).map((one) => one.id));
  return { ...state, questions: withoutActions(state.questions, dropped) };
};

const mergeKept = (state: MatchState, news: OtherTabNews, now: Moment): MatchState => {
  const merged = mergeFromOtherTab(state, news);
  return rebased(merged, merged.pending, now);
};

const stepped = (state: MatchState, event: MatchEvent, now: Moment): MatchStep => {
  switch (event.type) {
    case 'restored':
      return send(
        mergeKept(withPage(state, event.page, now), { put: event.actions, gone: [], held: null }, now),
      );
    case 'fetched':
      return send(
        withPage(
          { ...withTraffic(state, 'log', { busy: false, late: false, failures: 0 }), forbidden: false },
          event.page,
          now,
        ),
      );
    case 'appended':
      return appended(state, event, now);
    case 'failed':
      return failed(state, event, now);
    case 'waited':
      return send(withTraffic(state, event.queue, { waiting: false }));
    case 'overdue': {
      const { busy, requests } = state.traffic[event.queue];
      return {
        state: busy && requests === event.request ? withTraffic(state, event.queue, { late: true }) : state,
        effects: [],
      };
    }
    case 'unlimited':
      return send({ ...state, limitedMillis: null });
    case 'woke': {
      // A request from before may still fail, which says nothing about the network now.
      const fresh = { waiting: false, failures: 0 };
      const asking = { ...state, unsure: true, limitedMillis: null };
      return send(withTraffic(withTraffic(asking, 'log', fresh), 'clock', fresh));
    }
    case 'onAir': {
      const { board } = event;
      const isOther = state.board !== null && isRestored(state.board.rev, board.rev);
      const kept = isOther && seqOf(state) > 0 ? forgetLog(state, now) : state;
      return send({ ...kept, board, wanted: Math.max(kept.wanted, board.seq) });
    }
    case 'hold':
      return send({ ...state, held: event.held });
    case 'answer':
      return send(answered(state, event, now));
    case 'kept':
      return send(mergeKept(state, event, now));
    default:
      return event satisfies never;
  }
};

/** A match after an event at `now`, and the effects to run. */
export const step = (before: MatchState, event: MatchEvent, now: Moment): MatchStep => {
  const { state, effects } = stepped(before, event, now);
  const { returned } = state;
  return returned.length
    ? { state: { ...state, returned: [] }, effects: [{ type: 'returned', returned }, ...effects] }
    : { state, effects };
};
