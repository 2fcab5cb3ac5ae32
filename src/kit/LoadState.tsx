import type { Failure } from '../core/failure.ts';
import { formatFailure } from '../i18n/format.ts';
import { Failed } from './Failed.tsx';
import { Loading } from './Loading.tsx';
import type { Template, TextsOf } from '../i18n/texts.ts';

interface Props {
  readonly texts: TextsOf<'dashboard'>;
  readonly isLoaded: boolean;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** What failed, with a place for the reason. */
  readonly failed: Template<'reason'>;
  readonly retry: () => Promise<unknown>;
}

/**
 * In place of what isn't loaded: its outline while it is on its way, or why it couldn't be had. Above what is loaded: a
 * note if it isn't fresh.
 */
export const LoadState = ({ texts, isLoaded, failure, failed, retry }: Props) => {
  if (isLoaded) {
    return <div role="status">{failure && <p className="alert">{texts.dashboard.notFresh}</p>}</div>;
  }
  return failure ? (
    <Failed
      text={formatFailure(failed, failure, texts)}
      button={texts.dashboard.retry}
      retry={() => void retry()}
    />
  ) : (
    <Loading text={texts.dashboard.loading} />
  );
};
