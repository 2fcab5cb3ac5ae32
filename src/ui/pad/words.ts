import { describe, refusalPhrase } from '../../core/match/history.ts';
import type { View } from '../../core/match/tell.ts';
import type { MatchTexts } from '../match/texts.ts';
import { inWords } from '../match/words.ts';
import type { PadWords, SheetOf } from './part.ts';

/** The pad's sentences, in the words of the match's history. */
export const padWords = (texts: MatchTexts, history: SheetOf): PadWords => ({
  describe: ({ rules, state }, line) => inWords(texts, describe(rules, state, line)),
  describeAction: (scored, { saw, ...action }) =>
    inWords(
      texts,
      describe(scored.rules, scored.state, {
        action,
        effective: action,
        replacedBy: null,
        fate: { status: 'counts' },
        ...saw,
      }),
    ),
  explain: ({ rules, state, lines }, refusal) =>
    inWords(
      texts,
      refusalPhrase(refusal, rules.board(state) as View, (id) => {
        const line = lines.find(({ action }) => action.id === id);
        return line ? describe(rules, state, line) : null;
      }),
    ),
  history,
});
