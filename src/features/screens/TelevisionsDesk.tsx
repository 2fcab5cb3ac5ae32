import { formatFailure } from '../../i18n/format.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { Tables } from '../tables/tables.ts';
import type { Televisions } from './televisions.ts';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { PairForm } from './PairForm.tsx';
import { TelevisionLine } from './TelevisionLine.tsx';

interface Props {
  readonly venue: { readonly tables: Tables; readonly televisions: Televisions };
  readonly texts: VenueTexts;
  /** The scanned code of a television to pair; empty for none. */
  readonly code: string;
}

/** A venue's televisions: pair, list, change, unpair. */
export default function TelevisionsDesk({ venue: { televisions, tables }, texts, code }: Props) {
  const { televisions: listed, failure } = useStore(televisions.$televisions, { ssr: 'initial' });
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const now = useRoughTime(tables.$serverMillis);
  const id = useId();
  const address = useOnNetwork(televisions.address());
  // After pairing, the code leaves the address, but the form stays to report success.
  const [scanned, setScanned] = useState(code);
  if (code !== '' && code !== scanned) setScanned(code);
  const parts = {
    texts,
    locale: texts.locale,
    televisions,
    tables: all ?? [],
    $serverMillis: tables.$serverMillis,
  };
  return (
    <div className="stack">
      <div className="parts">
        <section className="panel part" aria-labelledby={`${id}-pair`}>
          <h2 className="heading" id={`${id}-pair`}>
            {texts.televisions.pairTitle}
          </h2>
          <PairForm key={scanned} {...parts} code={scanned} />
          <div className="televisions__where">
            <p className="intro">{texts.televisions.intro}</p>
            <div>
              <p className="field__label">{texts.televisions.address}</p>
              <CopyLink
                texts={texts.tables.copying}
                label={texts.televisions.copyAddress}
                address={address}
                copyText={televisions.copyText}
                testId="tv-address"
              />
            </div>
            <NetworkNote texts={texts} />
          </div>
        </section>
        <section className="panel part" aria-labelledby={`${id}-list`}>
          <h2 className="heading" id={`${id}-list`}>
            {texts.televisions.title}
          </h2>
          <div role="status">
            {!listed && !failure && <span>{texts.televisions.loading}</span>}
            {listed && failure && <p className="alert">{texts.televisions.notFresh}</p>}
            {listed?.length === 0 && <span>{texts.televisions.none}</span>}
          </div>
          {!listed && failure && (
            <div className="alert alert--error problem" role="alert">
              <span>{formatFailure(texts.televisions.loadFailed, failure, texts)}</span>
              <button className="button" type="button" onClick={() => void televisions.refresh()}>
                {texts.dashboard.retry}
              </button>
            </div>
          )}
          {listed && listed.length > 0 && (
            <ul className="lines">
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
