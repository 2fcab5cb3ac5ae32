import type { TextsOf } from '../../i18n/texts.ts';
import type { Line } from '../../core/match/fold.ts';
import { describe, refusalPhrase, unsentPhrases } from '../../core/match/history.ts';
import { withCutNames } from '../../rules/phrase.ts';
import type { Name, Phrase } from '../../i18n/phrases.ts';
import type { Refusal } from '../../rules/rules.ts';
import { namerOf } from '../../core/match/asked.ts';
import type { Scored, KnownAction, UnsentMatch } from './scoring.ts';
import { inWords, nameText } from '../../i18n/phrases.ts';

/** Texts about one match. */
export interface MatchWords {
  /** A line's short name for a button: "Black 7". */
  readonly describe: (scored: Scored, line: Line<KnownAction>) => string;
  /** A phrase, or a plain name. */
  readonly format: (said: Name | Phrase) => string;
  /** The unsent actions of a match, one line each. */
  readonly unsent: (unsent: UnsentMatch) => readonly string[];
  /** Why something was refused. */
  readonly explain: (scored: Scored, refusal: Refusal) => string;
}

/** The longest name, in letters, on the Undo key of a phone. */
const ON_KEY = 10;

export const matchWords = (texts: TextsOf<'match'>): MatchWords => ({
  describe: ({ rules, state }, line) => inWords(texts, withCutNames(describe(rules, state, line), ON_KEY)),
  format: (said) => ('name' in said ? nameText(texts, said) : inWords(texts, said)),
  unsent: ({ rules, start, state, actions, lines, asked }) =>
    [
      ...unsentPhrases(rules, start, actions, lines),
      ...asked.flatMap(({ id }) => namerOf(rules, { state, lines }, asked)(id) ?? []),
    ].map((unsent) => inWords(texts, unsent)),
  explain: ({ rules, state, lines }, refusal) => {
    const named = (id: string): Phrase | null => {
      const line = lines.find(({ action }) => action.id === id);
      return line ? describe(rules, state, line) : null;
    };
    return inWords(texts, refusalPhrase(rules, rules.board(state), refusal, named));
  },
});
