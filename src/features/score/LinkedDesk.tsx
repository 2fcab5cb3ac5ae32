import { formatFailure } from '../../i18n/format.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { OneTable } from './one-table.ts';
import { useNewVersionAtDesk } from '../desk/useNewVersionAtDesk.ts';
import type { Elements } from '../../kit/elements.ts';
import { withStyles } from '../../kit/add-styles.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import { PadLayer } from '../desk/PadLayer.tsx';

/** Behind the pad, so it comes after it. */
const $underPad = createFetchedPart(() => import('./UnderPad.tsx').then(withStyles));

interface Props {
  readonly linked: OneTable;
  readonly texts: DeskTexts;
  /** Why this device can't score here any more, if known. */
  readonly stopped?: Elements;
}

/** One table for a scorer link or a remote: its pad, and nothing else of the venue. */
export const LinkedDesk = ({ linked: { $view, desk, padSettings }, texts, stopped }: Props) => {
  const view = useStore($view, { ssr: 'initial' });
  const scored = useStore(desk.$scored, { ssr: 'initial' });
  const under = useStore($underPad, { ssr: 'initial' });
  const [closed, setClosed] = useState(false);
  useNewVersionAtDesk(closed ? 'desk' : 'pad', desk.$scored);
  if (view.status !== 'table') {
    return (
      <div className="desk desk--message">
        <h1 className="desk__title">{texts.dashboard.link.title}</h1>
        <div className={view.status === 'loading' ? undefined : 'alert alert--error'} role="status">
          {view.status === 'loading' && <span className="loading">{texts.dashboard.loading}</span>}
          {view.status === 'noLink' && <span>{texts.dashboard.link.none}</span>}
          {view.status === 'failed' && (
            <span>{formatFailure(texts.dashboard.link.failed, view.failure, texts)}</span>
          )}
        </div>
      </div>
    );
  }
  const parts = { desk, texts };
  const title = screenTitle(view.title, texts.overlay.numberedTable);
  return (
    <div className="desk desk--linked">
      <header className="desk__head">
        <h1 className="desk__title">
          <bdi translate="no">{title}</bdi>
        </h1>
        <button
          className="button button--primary"
          type="button"
          disabled={!scored}
          onClick={() => setClosed(false)}
        >
          {texts.dashboard.match.pad}
        </button>
      </header>
      {under && <under.UnderPad {...parts} />}
      {!closed && (
        <PadLayer
          {...parts}
          title={title}
          settings={padSettings}
          stopped={stopped}
          onClose={() => setClosed(true)}
        />
      )}
    </div>
  );
};
