import type { SentBoard } from '../match/exchange.ts';
import type { Action } from '../match/log.ts';
import { applyAction } from '../match/fold.ts';
import type { Changes } from '../rules/corrections.ts';
import { isRefusal } from '../rules/rules.ts';
import { sentBoard } from './sent-board.ts';
import { seqOf, type MatchState } from './state.ts';

/** What a correction comes to at the end of a log. */
export type PlacedCorrection =
  /** Everything shows as it is wanted. */
  | { readonly verdict: 'stored' }
  /** It is in the log, and was changed since: another action is needed. */
  | { readonly verdict: 'lost' }
  | {
      readonly verdict: 'send';
      readonly afterSeq: number;
      readonly action: Action;
      readonly board: SentBoard;
    }
  /** These fields show neither what was seen nor what is wanted. */
  | { readonly verdict: 'overtaken'; readonly fields: readonly string[] }
  /** The game doesn't take it. */
  | { readonly verdict: 'refused' };

/** Puts a correction after what the server has, past whatever is pending. */
export const placeCorrection = (match: MatchState, id: string, changes: Changes): PlacedCorrection => {
  const { play, log } = match;
  if (!play) return { verdict: 'refused' };
  const { rules } = play;
  const { state } = log.fold;
  const fields = Object.entries(changes).map(([field, change]) => ({
    field,
    ...change,
    shown: rules.shown(state, field),
  }));
  if (fields.every(({ to, shown }) => shown === to)) return { verdict: 'stored' };
  if (log.actions.some((action) => action.id === id)) return { verdict: 'lost' };
  const overtaken = fields.filter(({ from, to, shown }) => shown !== from && shown !== to);
  if (overtaken.length) return { verdict: 'overtaken', fields: overtaken.map(({ field }) => field) };
  const action = { id, kind: 'set', body: { changes } };
  const corrected = applyAction(rules, state, action);
  return isRefusal(corrected)
    ? { verdict: 'refused' }
    : { verdict: 'send', afterSeq: seqOf(match), action, board: sentBoard(rules, corrected) };
};
