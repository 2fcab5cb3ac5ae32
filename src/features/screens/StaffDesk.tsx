import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import { formatCount, formatFailure } from '../../i18n/format.ts';
import type { Devices } from './devices.ts';
import type { Tables } from '../tables/tables.ts';
import type { WordsAt } from '../../browser/fetched-json.ts';
import styles from '../../styles/staff.scss?inline';
import { addStyles } from '../../kit/add-styles.ts';
import { LazyTexts } from '../../kit/LazyTexts.tsx';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { DeviceLine } from './DeviceLine.tsx';
import { LetInForm } from './LetInForm.tsx';
import type { PartProps } from './device-props.ts';

interface Props {
  readonly venue: { readonly devices: Devices; readonly tables: Tables; readonly wordsAt: WordsAt };
  readonly texts: VenueTexts;
  /** The scanned code of a device to pair; empty for none. */
  readonly code: string;
}

/** The paired devices, then the removed ones. */
const Listed = (props: PartProps & { readonly now: number }) => {
  const { texts, devices } = props;
  const { devices: listed, failure } = useStore(devices.$devices, { ssr: 'initial' });
  const [letIn, removed] = [false, true].map((is) => (listed ?? []).filter((one) => one.removed === is));
  const lines = (some: typeof letIn = []) => (
    <ul className="lines">
      {some.map((device) => (
        <DeviceLine key={device.id} {...props} device={device} listed={listed ?? []} />
      ))}
    </ul>
  );
  return (
    <>
      <div role="status">
        {!listed && !failure && <span>{texts.staff.loading}</span>}
        {listed && failure && <p className="alert">{texts.staff.notFresh}</p>}
        {listed && letIn?.length === 0 && <span>{texts.staff.none}</span>}
      </div>
      {!listed && failure && (
        <div className="alert alert--error problem" role="alert">
          <span>{formatFailure(texts.staff.loadFailed, failure, texts)}</span>
          <button className="button" type="button" onClick={() => void devices.refresh()}>
            {texts.dashboard.retry}
          </button>
        </div>
      )}
      {lines(letIn)}
      {removed && removed.length > 0 && (
        <details className="fold">
          <summary>{formatCount(texts.staff.removed, removed.length, texts.locale)}</summary>
          {lines(removed)}
        </details>
      )}
    </>
  );
};

const Loaded = ({ venue, texts, code }: Props & { readonly texts: PartProps['texts'] }) => {
  const { devices, tables } = venue;
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const now = useRoughTime(tables.$serverMillis);
  const id = useId();
  const address = useOnNetwork(devices.address());
  // After pairing, the code leaves the address, but the form stays to report success.
  const [scanned, setScanned] = useState(code);
  if (code !== '' && code !== scanned) setScanned(code);
  const parts = { texts, devices, tables, all: all ?? [] };
  return (
    <div className="stack">
      <div className="parts">
        <section className="panel part" aria-labelledby={`${id}-let-in`}>
          <h2 className="heading" id={`${id}-let-in`}>
            {texts.staff.letInTitle}
          </h2>
          <LetInForm key={scanned} {...parts} code={scanned} />
          <div className="televisions__where">
            <p className="intro">{texts.staff.intro}</p>
            <div>
              <p className="field__label">{texts.staff.address}</p>
              <CopyLink
                texts={texts.tables.copying}
                label={texts.staff.copyAddress}
                address={address}
                copyText={devices.copyText}
                testId="device-address"
              />
            </div>
            <NetworkNote texts={texts} />
          </div>
        </section>
        <section className="panel part" aria-labelledby={`${id}-list`}>
          <h2 className="heading" id={`${id}-list`}>
            {texts.staff.listTitle}
          </h2>
          <Listed {...parts} now={now} />
        </section>
      </div>
    </div>
  );
};

/** A venue's devices: pair, list, change, remove. */
export default function StaffDesk(props: Props) {
  useEffect(() => addStyles(styles, 'after'), []);
  return (
    <LazyTexts wordsAt={props.venue.wordsAt} texts={props.texts} area="staff">
      {(texts) => <Loaded {...props} texts={texts} />}
    </LazyTexts>
  );
}
