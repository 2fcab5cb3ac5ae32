import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { PartProps } from './part.ts';

/** The address for broadcast software, to be copied and opened. */
export const OverlayLink = ({ desk, texts }: PartProps) => {
  const overlay = useStore(desk.$overlay, { ssr: 'initial' });
  const [copied, setCopied] = useState<boolean | null>(null);
  const box = useRef<HTMLElement>(null);
  const ready = overlay.status === 'ready';
  const link = ready ? overlay.link : '';

  const copy = async (): Promise<void> => {
    const done = await desk.copyLink();
    setCopied(done);
    // By hand, then: the link stands selected.
    if (!done && box.current) getSelection()?.selectAllChildren(box.current);
  };

  return (
    <section className="panel desk__link" aria-labelledby="overlay-title">
      <h2 className="desk__heading" id="overlay-title">
        {texts['overlay.title']}
      </h2>
      {overlay.status === 'failed' && (
        <div className="alert alert--error desk__problem" role="alert">
          {texts.loadFailed}
          <button className="button" type="button" onClick={desk.retry}>
            {texts.retry}
          </button>
        </div>
      )}
      <p className="field__label">{texts['overlay.link']}</p>
      <code
        className="desk__address"
        ref={box}
        dir={ready ? 'ltr' : undefined}
        data-testid="overlay-link"
        data-overlay-id={ready ? overlay.id : undefined}
      >
        {ready ? link : texts['overlay.loading']}
      </code>
      <div className="button-row">
        <button className="button" type="button" disabled={!ready} onClick={() => void copy()}>
          {texts['overlay.copy']}
        </button>
        {ready && (
          <a className="button button--quiet" href={link} target="_blank" rel="noreferrer">
            {texts['overlay.open']}
          </a>
        )}
      </div>
      <p className="desk__note" role="status">
        {copied !== null && texts[copied ? 'overlay.copied' : 'overlay.copyFailed']}
      </p>
      <p className="field__hint">{texts['overlay.help']}</p>
    </section>
  );
};
