import type { ResultCorrection } from '../../core/results/result.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Sides } from './Sides.tsx';

interface Props extends ResultCorrection {
  readonly texts: ScreenTexts;
}

/** A match's score by its log, regardless of corrections. */
export const CameTo = ({ texts, names, scores }: Props) => (
  <div className="results__came">
    <p>{texts.results.corrected.was}</p>
    <p>
      <Sides texts={texts} result={{ names, scores, winner: null }} />
    </p>
  </div>
);
