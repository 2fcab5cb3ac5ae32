import type { TextsOf } from '../../i18n/texts.ts';
import { Sheet } from './Sheet.tsx';
import type { Asked, Scored, Scoring } from '../../stores/match/scoring.ts';
import type { PadWords } from './props.ts';

interface Props {
  readonly scored: Scored;
  readonly question: Asked;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'pad'>;
  readonly words: PadWords;
}

/** Asks whether to redo or drop a tap that no longer fits; never guesses. The bright answer is one that works. */
export const QuestionSheet = ({ scored, question, scoring, texts, words }: Props) => (
  <Sheet
    title={texts.pad.question.title}
    note={words.explain(scored, question.reason)}
    closeLabel={texts.pad.close}
  >
    <ul className="pad-question">
      {question.actions.map((action) => (
        <li key={action.id}>{words.describeAction(scored, action)}</li>
      ))}
    </ul>
    <div className="pad-choices">
      <button
        type="button"
        className={`pad-key pad-choices__choice${question.fits ? ' pad-key--go' : ''}`}
        data-key="again"
        disabled={!question.fits}
        onClick={() => scoring.answer(question.id, 'again')}
      >
        {texts.pad.question.again}
      </button>
      <button
        type="button"
        className={`pad-key pad-choices__choice${question.fits ? '' : ' pad-key--go'}`}
        data-key="drop"
        onClick={() => scoring.answer(question.id, 'drop')}
      >
        {texts.pad.question.drop}
      </button>
    </div>
  </Sheet>
);
