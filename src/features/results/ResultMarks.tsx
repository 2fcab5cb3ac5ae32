import type { Result } from '../../core/results/result.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly result: Result;
}

const FLAGS = ['byHand', 'setAside', 'imported'] as const;

/** Remarks on a result beside its score. A match that ended by its rules needs none. */
export const ResultMarks = ({ texts, result }: Props) => (
  <>
    {result.state === 'live' && (
      <span className="state-sign state-sign--onair">{texts.results.states.live}</span>
    )}
    {result.state === 'unfinished' && (
      <span className="results__mark">{texts.results.states.unfinished}</span>
    )}
    {FLAGS.filter((flag) => result[flag]).map((flag) => (
      <span key={flag} className="results__mark">
        {texts.results[flag]}
      </span>
    ))}
  </>
);
