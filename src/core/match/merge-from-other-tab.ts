import { isClockKind } from '../../rules/log.ts';
import type { PendingAction, Question } from './pending-action.ts';
import { withoutActions } from './receive.ts';
import { keptOf, type KeptAction, type MatchState, type OtherTabNews } from './state.ts';

const byOrder = (a: PendingAction, b: PendingAction): number => a.order - b.order || (a.id < b.id ? -1 : 1);

const asQuestions = (kept: readonly KeptAction[]): readonly Question[] => {
  const questions = new Map<string, Question>();
  for (const { action, question } of kept) {
    if (!question) continue;
    const actions = [...(questions.get(question.id)?.actions ?? []), action].toSorted(byOrder);
    questions.set(question.id, { ...question, actions });
  }
  return [...questions.values()];
};

/**
 * A match with the other tab's actions added, and without those that it settled. Existing actions keep their identity,
 * because copies would be stored again. The caller replays the queue on the log.
 */
export const mergeFromOtherTab = (state: MatchState, { put, gone, held }: OtherTabNews): MatchState => {
  const inLog = new Set(state.log.actions.map(({ id }) => id));
  const known = new Map(keptOf(state).map(({ action, question }) => [action.id, question?.id ?? null]));
  const stands = ({ action, question }: KeptAction): boolean =>
    known.get(action.id) === (question?.id ?? null);
  const fresh = put.filter((kept) => !stands(kept));
  const news = fresh.filter(({ action }) => !inLog.has(action.id));
  const changed = new Set([...gone, ...fresh.map(({ action }) => action.id)]);
  const queued = news.flatMap(({ action, question }) => (question ? [] : [action]));
  const merged = (own: readonly PendingAction[], clocks: boolean): readonly PendingAction[] =>
    [
      ...own.filter(({ id }) => !changed.has(id)),
      ...queued.filter(({ kind }) => isClockKind(kind) === clocks),
    ].toSorted(byOrder);
  return {
    ...state,
    held: held ?? state.held,
    order: Math.max(state.order, ...put.map(({ action }) => action.order)),
    clocks: merged(state.clocks, true),
    questions: [...withoutActions(state.questions, changed), ...asQuestions(news)],
    pending: merged(state.pending, false),
  };
};
