import { useId } from 'react';
import type { TextsOf } from '../../i18n/texts.ts';
import { Sheet } from './Sheet.tsx';
import type { Asked, Scoring } from '../match/scoring.ts';
import type { PadWords } from '../pad-parts/props.ts';

interface Props {
  readonly question: Asked;
  readonly scoring: Scoring;
  readonly texts: TextsOf<'match' | 'pad'>;
  readonly words: PadWords;
}

/** How many of the other devices' lines fit beside the question. */
const MEANWHILE_LINES = 4;

/**
 * Asks about taps that no longer fit, beside what others scored. Each tap can be scored on its own. The bright key
 * changes nothing on air.
 */
export const QuestionSheet = ({ question, scoring, texts, words }: Props) => {
  const { title, meanwhile, again, drop, dropAll, dropNote } = texts.pad.question;
  const id = useId();
  return (
    <Sheet title={title} note={words.format(question.reason)} closeLabel={texts.pad.close}>
      <div className="pad-question">
        {question.meanwhile.length > 0 && (
          <section className="pad-question__others" aria-labelledby={id}>
            <h3 className="pad-question__heading" id={id}>
              {meanwhile}
            </h3>
            <ul data-testid="meanwhile">
              {question.meanwhile.slice(-MEANWHILE_LINES).map(({ id: key, who, what }) => (
                <li key={key}>
                  <span>{words.format(what)}</span>
                  <span className="pad-question__who">
                    <bdi translate="no">{words.format(who)}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <ul data-testid="asked">
          {question.actions.map((action) => (
            <li key={action.id} className="pad-question__action">
              <p id={`${id}-${action.id}`}>
                <span>{words.format(action.what)}</span>
                {action.then && <span className="pad-question__then">{words.format(action.then)}</span>}
              </p>
              <button
                type="button"
                className="pad-key"
                data-key="again"
                aria-describedby={`${id}-${action.id}`}
                disabled={!action.fits}
                onClick={() => scoring.answer(question.id, 'again', action.id)}
              >
                {again}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="pad-choices">
        <button
          type="button"
          className="pad-key pad-choices__choice pad-key--go"
          data-key="drop"
          onClick={() => scoring.answer(question.id, 'drop')}
        >
          <span>{question.actions.length === 1 ? drop : dropAll}</span>
          <span className="pad-key__note">{dropNote}</span>
        </button>
      </div>
    </Sheet>
  );
};
