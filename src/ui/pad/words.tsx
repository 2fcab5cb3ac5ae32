import { History } from '../match/History.tsx';
import type { MatchTexts } from '../match/texts.ts';
import { matchWords } from '../match/words.ts';
import type { Scoring } from '../../stores/match/scoring.ts';
import type { PadWords } from './part.ts';

/** The pad's sentences, in the words of the match's history, and that history. */
export const padWords = (texts: MatchTexts, scoring: Scoring): PadWords => ({
  ...matchWords(texts),
  history: {
    title: texts['history.title'],
    note: texts['history.hint'],
    draw: (scored) => <History scored={scored} scoring={scoring} texts={texts} />,
  },
});
