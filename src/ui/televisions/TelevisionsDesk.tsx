import { useStore } from '@nanostores/react';
import { useId, useState, type ReactNode } from 'react';
import type { Venue } from '../../stores/match/venue.ts';
import type { VenueTexts } from '../desk/texts.ts';
import { CopyLink } from '../tables/CopyLink.tsx';
import { failureText } from '../tables/texts.ts';
import { useRoughTime } from '../tables/useAt.ts';
import { PairForm } from './PairForm.tsx';
import { TelevisionLine } from './TelevisionLine.tsx';

interface Props {
  readonly venue: Venue;
  readonly texts: VenueTexts;
  /** Of a television that is to be paired; empty for none. */
  readonly code: string;
  /** What stands beside the title: the way elsewhere, logging out. */
  readonly children: ReactNode;
}

/** A venue's televisions: paired, listed, changed, unpaired. */
export default function TelevisionsDesk({ venue: { televisions, tables }, texts, code, children }: Props) {
  const { televisions: listed, failure } = useStore(televisions.$televisions, { ssr: 'initial' });
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const now = useRoughTime(tables.$serverMillis);
  const id = useId();
  // One that is paired leaves the address, and not the form, which says so.
  const [scanned, setScanned] = useState(code);
  if (code !== '' && code !== scanned) setScanned(code);
  const own = texts.televisions;
  const parts = {
    ...{ texts: own, common: texts.tables, locale: texts.layout.locale, televisions },
    ...{ tables: all ?? [], $serverMillis: tables.$serverMillis },
  };
  return (
    <div className="tables televisions">
      <header className="tables__top">
        <h1 className="tables__main-title">{own.title}</h1>
        {children}
      </header>
      <p className="pictures__intro">{own.intro}</p>
      <div className="televisions__parts">
        <section className="panel pictures__part" aria-labelledby={`${id}-pair`}>
          <h2 className="desk__heading" id={`${id}-pair`}>
            {own.pairTitle}
          </h2>
          <div>
            <p className="field__label">{own.address}</p>
            <CopyLink
              texts={texts.tables}
              label={own.copyAddress}
              address={televisions.address()}
              copyText={televisions.copyText}
              testId="tv-address"
            />
          </div>
          <PairForm key={scanned} {...parts} code={scanned} />
        </section>
        <section className="panel pictures__part" aria-labelledby={`${id}-list`}>
          <h2 className="desk__heading" id={`${id}-list`}>
            {own.title}
          </h2>
          <div role="status">
            {!listed && !failure && own.loading}
            {listed && failure && <p className="alert">{own.notFresh}</p>}
            {listed?.length === 0 && own.none}
          </div>
          {!listed && failure && (
            <div className="alert alert--error tables__problem" role="alert">
              {failureText({ ...texts.tables, loadFailed: own.loadFailed }, 'loadFailed', failure)}
              <button className="button" type="button" onClick={() => void televisions.refresh()}>
                {texts.retry}
              </button>
            </div>
          )}
          {listed && listed.length > 0 && (
            <ul className="tables__links">
              {listed.map((television) => (
                <TelevisionLine key={television.id} {...parts} television={television} now={now} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}
