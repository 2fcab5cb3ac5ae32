import { fold } from './fold.ts';
import { isAmendment, isClockKind, targetOf, type Entry } from '../../rules/log.ts';
import { judge, rebase, withAction, type FoldedLog, type RulesAndStart } from './rebase.ts';
import {
  isMove,
  logged,
  type LoggedAction,
  type Moment,
  type PendingAction,
  type Question,
} from './pending-action.ts';
import { emptyLog, seqOf, unknownMatch, type MatchState } from './state.ts';

/** From this many entries, folding the whole log again is faster. */
const MANY = 20;

const extended = (play: RulesAndStart, log: FoldedLog, fresh: readonly LoggedAction[]): FoldedLog => {
  if (fresh.length < MANY && !fresh.some(({ kind }) => isAmendment(kind))) {
    return fresh.reduce((done, entry) => withAction(play, done, entry), log);
  }
  const actions = [...log.actions, ...fresh];
  return { actions, fold: fold(play.rules, play.start, actions) };
};

/** Removes actions from questions, and drops questions that are left empty. */
export const withoutActions = (
  questions: readonly Question[],
  ids: ReadonlySet<string>,
): readonly Question[] =>
  questions.flatMap((question) => {
    const actions = question.actions.filter(({ id }) => !ids.has(id));
    if (actions.length === question.actions.length) return [question];
    return actions.length ? [{ ...question, actions }] : [];
  });

/** The ids of moves in question that another device has made meanwhile, and of their amendments. */
const settled = (play: RulesAndStart, { log, questions }: MatchState): ReadonlySet<string> => {
  const asked = questions.flatMap(({ actions }) => actions);
  const made = new Set(
    asked
      .filter((own) => isMove(own.kind) && judge(play, log, own).verdict === 'satisfied')
      .map(({ id }) => id),
  );
  return new Set([...made, ...asked.filter((own) => made.has(targetOf(own) ?? '')).map(({ id }) => id)]);
};

/** Replays `own` on the log. Actions that no longer fit become one question, or return to the desk. */
export const rebased = (state: MatchState, own: readonly PendingAction[], now: Moment): MatchState => {
  const { play, log } = state;
  if (!play) return { ...state, pending: own };
  const questions = withoutActions(state.questions, settled(play, state));
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

/** The entries that directly continue the log. */
const freshOf = (state: MatchState, entries: readonly Entry[]): readonly LoggedAction[] => {
  const fresh: LoggedAction[] = [];
  for (const entry of entries) {
    if (entry.seq === seqOf(state) + fresh.length + 1) fresh.push(logged(entry, state.device));
  }
  return fresh;
};

/**
 * Adds entries to the log. Known entries are skipped; those after a gap stay wanted. This device's actions among them
 * are no longer pending or in question.
 */
export const receive = (state: MatchState, entries: readonly Entry[], now: Moment): MatchState => {
  const { play } = state;
  const newest = entries.at(-1)?.seq ?? 0;
  const aware = newest > state.wanted ? { ...state, wanted: newest } : state;
  const fresh = freshOf(state, entries);
  if (!play || fresh.length === 0) return aware;
  const ids = new Set(fresh.map(({ id }) => id));
  const left = (own: readonly PendingAction[]): readonly PendingAction[] =>
    own.filter(({ id }) => !ids.has(id));
  return rebased(
    {
      ...aware,
      log: extended(play, state.log, fresh),
      clocks: left(state.clocks),
      storedClocks: new Set([...state.storedClocks].filter((id) => !ids.has(id))),
      questions: withoutActions(state.questions, ids),
    },
    left(state.pending),
    now,
  );
};

/** This device's actions in the log, to be queued before the pending ones. */
const givenBack = ({ log, pending }: MatchState, now: Moment): readonly PendingAction[] => {
  const lines = log.fold.lines.filter(({ action }) => action.own && action.seq !== null);
  const places = new Map(
    lines.map(({ action, unitsCompleted, turn }) => [action.id, { unitsCompleted, turn }]),
  );
  const own = log.actions.filter((action) => action.own && !isClockKind(action.kind));
  const first = Math.min(now.wallMillis, ...pending.map(({ order }) => order)) - own.length;
  return own.map(({ id, kind, body, atMillis, seq }, index) => ({
    id,
    kind,
    body,
    atMillis,
    by: null,
    seq: null,
    own: true,
    origin: 'pad',
    // From another page load, because that tap's monotonic time is unknown.
    tap: { wallMillis: Math.min(atMillis, now.wallMillis), steadyMillis: 0, life: '' },
    order: first + index,
    seqAtTap: (seq ?? 1) - 1,
    positionAtTap: places.get(id) ?? { unitsCompleted: 0, turn: null },
  }));
};

/**
 * Forgets the log in order to fetch it again after the server was restored from a backup. This device's entries are
 * queued again. Those that the server still has leave the queue once fetched; the rest is sent or asked about. Clocks
 * stay as restored. `shown` stays until then.
 */
export const forgetLog = (state: MatchState, now: Moment): MatchState => {
  const { log, repaired } = unknownMatch(state.id, state.device);
  return {
    ...state,
    pending: [...givenBack(state, now), ...state.pending],
    log: state.play ? emptyLog(state.play) : log,
    wanted: 1,
    repaired,
  };
};
