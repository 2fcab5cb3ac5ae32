import type { VenueTexts } from './venue-texts.ts';
import { formatFailure } from '../i18n/format.ts';
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
    {failure && formatFailure(texts.tables.failed, failure, texts)}
  </div>
);
