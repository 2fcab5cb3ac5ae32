import { MOST } from '../../config/limits.ts';
import { timedVisit } from './visit.ts';
import { isOfDesk, type PendingAction } from './pending-action.ts';
import { withAction } from './rebase.ts';
import { isShown, sentBoard } from './sent-board.ts';
import {
  seqOf,
  type MatchEffect,
  type MatchState,
  type MatchStep,
  type Traffic,
  type Queue,
} from './state.ts';

/** An answer that takes longer counts as late. */
export const LATE_MILLIS = 400;

export const withTraffic = (state: MatchState, queue: Queue, changes: Partial<Traffic>): MatchState => ({
  ...state,
  traffic: { ...state.traffic, [queue]: { ...state.traffic[queue], ...changes } },
});

const isFree = ({ busy, waiting }: Traffic): boolean => !busy && !waiting;

const sent = (state: MatchState, queue: Queue, effect: MatchEffect): MatchStep => {
  const request = state.traffic[queue].requests + 1;
  return {
    state: withTraffic(queue === 'log' ? { ...state, unsure: false } : state, queue, {
      busy: true,
      late: false,
      requests: request,
    }),
    effects: [effect, { type: 'watch', queue, request, millis: LATE_MILLIS }],
  };
};

/** Whether the board claims to include the whole log, but shows something else. */
const needsRepair = (state: MatchState): boolean => {
  const { play, board, log, pending, repaired } = state;
  const seq = seqOf(state);
  return (
    play !== null &&
    board?.seq === seq &&
    repaired < seq &&
    pending.length === 0 &&
    !isShown(sentBoard(play.rules, log.fold.state), board)
  );
};

/** Whether the server may accept these. The desk's are always sent, because its user waits for the answer. */
const mayStore = ({ limitedMillis }: MatchState, actions: readonly PendingAction[]): boolean =>
  limitedMillis === null || actions.some(isOfDesk);

const sendLog = (state: MatchState): MatchStep | null => {
  const { play, record, log, shown, pending, held, wanted } = state;
  const afterSeq = seqOf(state);
  if (record === null || (play && wanted > afterSeq)) return sent(state, 'log', { type: 'fetch', afterSeq });
  if (!play) return null;
  if (pending.length > 0 && !held && mayStore(state, pending)) {
    const actions = pending.slice(0, MOST.actions);
    const after =
      actions.length === pending.length
        ? shown
        : actions.reduce((done, action) => withAction(play, done, action), log);
    const board = state.boardless ? null : sentBoard(play.rules, after.fold.state, record.rules);
    const visit = timedVisit(after.fold, record);
    return sent(state, 'log', { type: 'append', queue: 'log', afterSeq, actions, board, visit });
  }
  // Only an answer can show whether this device may score.
  if (state.unsure || (state.forbidden && state.clocks.length === 0))
    return sent(state, 'log', { type: 'fetch', afterSeq });
  if (!needsRepair(state)) return null;
  const board = sentBoard(play.rules, log.fold.state, record.rules);
  const visit = timedVisit(log.fold, record);
  const repairing = { ...state, repaired: afterSeq };
  return sent(repairing, 'log', { type: 'append', queue: 'log', afterSeq, actions: [], board, visit });
};

const sendClocks = (state: MatchState): MatchStep | null => {
  const actions = state.clocks.filter(({ id }) => !state.storedClocks.has(id)).slice(0, MOST.actions);
  return actions.length && mayStore(state, actions)
    ? sent(state, 'clock', {
        type: 'append',
        queue: 'clock',
        afterSeq: null,
        actions,
        board: null,
        visit: null,
      })
    : null;
};

/** Sends what is due, one request at a time per queue. Its effects follow those of `before`. */
export const send = (state: MatchState, before: readonly MatchEffect[] = []): MatchStep => {
  let step: MatchStep = { state, effects: before };
  for (const [queue, sender] of [
    ['clock', sendClocks],
    ['log', sendLog],
  ] as const) {
    if (!isFree(step.state.traffic[queue])) continue;
    const next = sender(step.state);
    if (next) step = { state: next.state, effects: [...step.effects, ...next.effects] };
  }
  return step;
};
