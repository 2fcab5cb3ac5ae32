import { fold } from '../match/fold.ts';
import { isAmendment, type Entry } from '../match/log.ts';
import { doneMore, rebase, type Done, type Play } from './rebase.ts';
import {
  logged,
  type LoggedAction,
  type Moment,
  type PendingAction,
  type Question,
} from './pending-action.ts';
import { begun, seqOf, unknownMatch, type MatchState } from './state.ts';

/** From so many entries on, one fold of all is quicker than one for each. */
const MANY = 20;

const extended = (play: Play, log: Done, fresh: readonly LoggedAction[]): Done => {
  if (fresh.length < MANY && !fresh.some(({ kind }) => isAmendment(kind))) {
    return fresh.reduce((done, entry) => doneMore(play, done, entry), log);
  }
  const actions = [...log.actions, ...fresh];
  return { actions, fold: fold(play.rules, play.start, actions) };
};

/** Questions without these actions, and without those that nothing is left of. */
export const withoutActions = (
  questions: readonly Question[],
  ids: ReadonlySet<string>,
): readonly Question[] =>
  questions.flatMap((question) => {
    const actions = question.actions.filter(({ id }) => !ids.has(id));
    if (actions.length === question.actions.length) return [question];
    return actions.length ? [{ ...question, actions }] : [];
  });

/** Puts what is pending after the log again; what no longer fits becomes one question. */
export const rebased = (state: MatchState, own: readonly PendingAction[], now: Moment): MatchState => {
  const { play, log, questions } = state;
  if (!play) return { ...state, pending: own };
  const reviewed = new Set(questions.flatMap(({ actions }) => actions.map(({ id }) => id)));
  const { pending, shown, asked, returned } = rebase(play, log, own, reviewed, now);
  const [first] = asked?.actions ?? [];
  return {
    ...state,
    pending,
    shown,
    questions: asked && first ? [...questions, { id: first.id, ...asked }] : questions,
    returned: [...state.returned, ...returned.map((action) => ({ action, failure: null }))],
  };
};

/** The entries that come right after those that are here. */
const freshOf = (state: MatchState, entries: readonly Entry[]): readonly LoggedAction[] => {
  const fresh: LoggedAction[] = [];
  for (const entry of entries) {
    if (entry.seq === seqOf(state) + fresh.length + 1) fresh.push(logged(entry, state.device));
  }
  return fresh;
};

/**
 * Takes entries, whatever they are the answer to: those that are here already are left out, and so are those behind a
 * gap, which stays wanted. What of them this device had pending or in question is in the log now.
 */
export const receive = (state: MatchState, entries: readonly Entry[], now: Moment): MatchState => {
  const { play } = state;
  const newest = entries.at(-1)?.seq ?? 0;
  const heard = newest > state.wanted ? { ...state, wanted: newest } : state;
  const fresh = freshOf(state, entries);
  if (!play || fresh.length === 0) return heard;
  const ids = new Set(fresh.map(({ id }) => id));
  const left = (own: readonly PendingAction[]): readonly PendingAction[] =>
    own.filter(({ id }) => !ids.has(id));
  return rebased(
    {
      ...heard,
      log: extended(play, state.log, fresh),
      clocks: left(state.clocks),
      storedClocks: new Set([...state.storedClocks].filter((id) => !ids.has(id))),
      questions: withoutActions(state.questions, ids),
    },
    left(state.pending),
    now,
  );
};

/**
 * Forgets the log, which isn't the server's any more: a copy of an earlier day was brought back there. The person sees
 * what they saw until it has come anew.
 */
export const forgetLog = (state: MatchState): MatchState => {
  const { log, repaired } = unknownMatch(state.id, state.device);
  return { ...state, log: state.play ? begun(state.play) : log, wanted: 1, repaired };
};
