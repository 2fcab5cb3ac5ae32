import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { PAIRED_KINDS } from '../../core/devices/pairing.ts';
import { formatCount } from '../../i18n/format.ts';
import type { Tables } from '../tables/tables.ts';
import type { WordsAt } from '../../browser/fetched-json.ts';
import styles from '../../styles/paired.scss?inline';
import { useStyles } from '../../kit/add-styles.ts';
import { LazyTexts } from '../../kit/LazyTexts.tsx';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { NetworkNote, useOnNetwork } from '../../kit/NetworkNote.tsx';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { useRoughTime } from '../../kit/useAt.ts';
import { DeviceLine } from './DeviceLine.tsx';
import type { Paired } from './paired.ts';
import { PairForm } from './PairForm.tsx';
import type { Device, PartProps } from './props.ts';
import { TelevisionLine } from './TelevisionLine.tsx';
import { Empty } from '../../kit/Empty.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: { readonly paired: Paired; readonly tables: Tables; readonly wordsAt: WordsAt };
  readonly texts: ScreenTexts;
}

/** The address to open on a television or device, for its code. */
const Where = ({
  texts,
  paired,
  kind,
}: Pick<PartProps, 'texts' | 'paired'> & { readonly kind: (typeof PAIRED_KINDS)[number] }) => (
  <div className="paired__where">
    <p className="intro">{texts.paired[kind].intro}</p>
    <div>
      <p className="field__label">{texts.paired[kind].address}</p>
      <CopyLink
        texts={texts.tables.copying}
        label={texts.paired.copyAddress}
        address={useOnNetwork(paired.address(kind))}
        copyText={paired.copyText}
        testId={`${kind}-address`}
      />
    </div>
  </div>
);

/** The televisions, the devices, then the removed devices. */
const Listed = (props: PartProps & { readonly now: number }) => {
  const { texts, paired } = props;
  const { listed, failure } = useStore(paired.$paired, { ssr: 'initial' });
  const id = useId();
  const devices = listed?.devices ?? [];
  const [used, removed] = [
    devices.filter((one) => !one.removed),
    devices.filter((one) => one.removed),
  ] as const;
  const lines = (some: readonly Device[]) => (
    <ul className="lines">
      {some.map((one) => (
        <DeviceLine key={one.id} {...props} device={one} listed={devices} />
      ))}
    </ul>
  );
  return (
    <>
      <LoadState
        texts={texts}
        isLoaded={listed !== null}
        failure={failure}
        failed={texts.paired.loadFailed}
        retry={paired.refresh}
      />
      {listed && (
        <>
          <section className="part" aria-labelledby={`${id}-televisions`}>
            <h2 className="heading" id={`${id}-televisions`}>
              {texts.paired.television.title}
            </h2>
            <div role="status">
              {listed.televisions.length === 0 && (
                <Empty icon="monitor" text={texts.paired.television.none} />
              )}
            </div>
            <ul className="lines">
              {listed.televisions.map((one) => (
                <TelevisionLine key={one.id} {...props} television={one} />
              ))}
            </ul>
          </section>
          <section className="part" aria-labelledby={`${id}-devices`}>
            <h2 className="heading" id={`${id}-devices`}>
              {texts.paired.device.title}
            </h2>
            <div role="status">
              {used.length === 0 && <Empty icon="devices" text={texts.paired.device.none} />}
            </div>
            {lines(used)}
            {removed.length > 0 && (
              <details className="fold">
                <summary>{formatCount(texts.paired.device.removed, removed.length, texts.locale)}</summary>
                {lines(removed)}
              </details>
            )}
          </section>
        </>
      )}
    </>
  );
};

const Loaded = ({ venue: { paired, tables }, texts }: Props & { readonly texts: PartProps['texts'] }) => {
  const { tables: all } = useStore(tables.$tables, { ssr: 'initial' });
  const now = useRoughTime(tables.$serverMillis);
  const id = useId();
  const parts = { texts, paired, tables, all: all ?? [] };
  return (
    <div className="stack">
      <div className="parts">
        <section className="panel part" aria-labelledby={`${id}-code`}>
          <h2 className="heading" id={`${id}-code`}>
            {texts.paired.codeTitle}
          </h2>
          <PairForm {...parts} />
          {PAIRED_KINDS.map((kind) => (
            <Where key={kind} texts={texts} paired={paired} kind={kind} />
          ))}
          <NetworkNote texts={texts} />
        </section>
        <div className="panel part">
          <Listed {...parts} now={now} />
        </div>
      </div>
    </div>
  );
};

/** A venue's televisions and devices: pair, list, change, remove. */
export default function PairedDesk(props: Props) {
  useStyles(styles);
  return (
    <LazyTexts wordsAt={props.venue.wordsAt} texts={props.texts} name="paired">
      {(texts) => <Loaded {...props} texts={texts} />}
    </LazyTexts>
  );
}
