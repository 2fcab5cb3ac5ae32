import type { VenueTexts } from './venue-texts.ts';
import { sayFailure } from '../i18n/say.ts';
import type { Failure } from '../core/failure.ts';

/** Why a change failed. */
export const Problem = ({
  failure,
  texts,
}: {
  readonly failure: Failure | null;
  readonly texts: VenueTexts;
}) => (
  <div role="alert" className={failure ? 'alert alert--error' : undefined}>
    {failure && sayFailure(texts.tables.failed, failure, texts)}
  </div>
);
