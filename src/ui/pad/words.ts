import type { MatchTexts } from '../match/texts.ts';
import { matchWords } from '../match/words.ts';
import type { PadWords, SheetOf } from './part.ts';

/** The pad's sentences, in the words of the match's history. */
export const padWords = (texts: MatchTexts, history: SheetOf): PadWords => ({
  ...matchWords(texts),
  history,
});
