import { useStore } from '@nanostores/react';
import { useRef, useState, type ReactNode } from 'react';
import type { Venue } from '../../stores/match/venue.ts';
import type { DeskTexts } from './texts.ts';

interface Props {
  readonly venue: Venue;
  readonly texts: DeskTexts;
  /** What else belongs to the table. */
  readonly children: ReactNode;
}

/** The address for broadcast software, to be copied and opened. */
export const OverlayLink = ({ venue: { $view, tables }, texts, children }: Props) => {
  const view = useStore($view, { ssr: 'initial' });
  const [copied, setCopied] = useState<boolean | null>(null);
  const box = useRef<HTMLElement>(null);
  const table = view.status === 'table' ? view.table : null;
  const link = table ? tables.overlayLink(table) : '';

  const copy = async (): Promise<void> => {
    const done = await tables.copyText(link);
    setCopied(done);
    // By hand, then: the link stands selected.
    if (!done && box.current) getSelection()?.selectAllChildren(box.current);
  };

  return (
    <section className="panel desk__link" aria-labelledby="overlay-title">
      <h2 className="desk__heading" id="overlay-title">
        {texts['overlay.title']}
      </h2>
      {view.status === 'failed' && (
        <div className="alert alert--error desk__problem" role="alert">
          {texts.loadFailed}
          <button className="button" type="button" onClick={() => void tables.refresh()}>
            {texts.retry}
          </button>
        </div>
      )}
      <p className="field__label">{texts['overlay.link']}</p>
      <code
        className="desk__address"
        ref={box}
        dir={table ? 'ltr' : undefined}
        data-testid="overlay-link"
        data-overlay-id={table?.id}
      >
        {table ? link : texts['overlay.loading']}
      </code>
      <div className="button-row">
        <button className="button" type="button" disabled={!table} onClick={() => void copy()}>
          {texts['overlay.copy']}
        </button>
        {table && (
          <a className="button button--quiet" href={link} target="_blank" rel="noreferrer">
            {texts['overlay.open']}
          </a>
        )}
      </div>
      <p className="desk__note" role="status">
        {copied !== null && texts[copied ? 'overlay.copied' : 'overlay.copyFailed']}
      </p>
      <p className="field__hint">{texts['overlay.help']}</p>
      {children}
    </section>
  );
};
