import type { Failure } from '../../core/failure.ts';
import { failureText, type TablesTexts } from './texts.ts';

/** Why a change wasn't made. */
export const Problem = ({
  failure,
  texts,
}: {
  readonly failure: Failure | null;
  readonly texts: TablesTexts;
}) => (
  <div role="alert" className={failure ? 'alert alert--error' : undefined}>
    {failure && failureText(texts, 'failed', failure)}
  </div>
);
