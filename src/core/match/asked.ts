import { shownOf } from '../../games/boards.ts';
import type { AnyGame } from '../../games/games.ts';
import { describeAsTapped, outcomeOf } from './describe.ts';
import { describe, historyOf, refusalPhrase } from './history.ts';
import type { Fold } from './fold.ts';
import { isAmendment, targetOf, type KnownAction } from '../../rules/log.ts';
import { phrase } from '../../rules/phrase.ts';
import type { Name, Phrase } from '../../i18n/phrases.ts';
import type { MatchText } from '../../i18n/texts.ts';
import { isRefusal, type Refusal } from '../../rules/rules.ts';
import { stateAgain } from './match.ts';
import type { Moment, PendingAction, Question } from './pending-action.ts';
import type { MatchState } from './state.ts';

/** One of this device's actions in question, in words. */
export interface AskedAction {
  readonly id: string;
  /** The action as tapped: "Rack 6 to Amine". */
  readonly what: Phrase;
  /** Whether it can be repeated now. */
  readonly fits: boolean;
  /** The resulting score, or why the action can't be repeated; null if the score stays. */
  readonly then: Phrase | null;
}

/** An action that another device scored meanwhile. */
export interface Meanwhile {
  readonly id: string;
  /** The device, by the venue's name for it if known. */
  readonly who: Name | Phrase;
  readonly what: Phrase;
}

/** A question, in words. */
export interface Asked {
  readonly id: string;
  readonly reason: Phrase;
  readonly actions: readonly AskedAction[];
  /** The other devices' scores since this device's last update, oldest first. */
  readonly meanwhile: readonly Meanwhile[];
}

/** A score change between two states; null if there is none. */
const scorePhrase = (game: AnyGame, before: object, after: object): Phrase | null => {
  const [was, is] = [game.board(before), game.board(after)];
  const [shownWas, shownIs] = [shownOf(was), shownOf(is)];
  if (shownIs.over && !shownWas.over) return phrase('log.becomesLast', { a: is.s1, b: is.s2 });
  const [ended] = outcomeOf(game, was, is);
  if (ended) return ended;
  const [[a, b], [oldA, oldB]] = [shownIs.scores, shownWas.scores];
  return a === oldA && b === oldB ? null : phrase('log.becomes', { a, b });
};

/**
 * Returns a function that names actions by id: those in question as they were tapped, others by their lines. Unknown
 * ids give null.
 */
export const namerOf = (
  rules: AnyGame,
  { state, lines }: Pick<Fold<KnownAction>, 'state' | 'lines'>,
  asked: readonly PendingAction[],
): ((id: string) => Phrase | null) => {
  const named = (id: string): Phrase | null => {
    const own = asked.find((action) => action.id === id);
    if (own && !isAmendment(own.kind))
      return describeAsTapped(rules, own, rules.board(state), own.positionAtTap);
    if (own)
      return phrase(`log.amended.${own.kind}` as MatchText, {
        action: named(targetOf(own) ?? '') ?? phrase('log.earlierAction'),
      });
    const line = lines.find(({ action }) => action.id === id);
    return line ? describe(rules, state, line) : null;
  };
  return named;
};

/** A question in words, action by action, beside what other devices scored; null if the match can't be folded here. */
export const askedOf = (match: MatchState, question: Question, now: Moment): Asked | null => {
  const { play, shown } = match;
  if (!play) return null;
  const { rules, start } = play;
  const { state, lines } = shown.fold;
  const named = namerOf(rules, shown.fold, question.actions);
  const explain = (refusal: Refusal): Phrase => refusalPhrase(rules, rules.board(state), refusal, named);
  const seqAtTap = Math.min(...question.actions.map((own) => own.seqAtTap));
  return {
    id: question.id,
    reason: explain(question.reason),
    actions: question.actions.map((own) => {
      const after = stateAgain(match, question, own, now);
      const fits = !isRefusal(after);
      return {
        id: own.id,
        what: named(own.id) ?? phrase('log.unknownMove'),
        fits,
        then: fits ? scorePhrase(rules, state, after) : explain(after),
      };
    }),
    meanwhile: historyOf(rules, start, shown.actions, lines)
      .flatMap(({ entries }) => entries)
      .filter(
        ({ action, line }) => !action.own && (action.seq ?? 0) > seqAtTap && line?.fate.status === 'counts',
      )
      .map(({ action: { id, byName }, phrase: what }) => ({
        id,
        who: byName === undefined ? phrase('history.elsewhere') : { name: byName },
        what,
      })),
  };
};
