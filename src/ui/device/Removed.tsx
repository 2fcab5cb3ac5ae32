import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { screenTitle } from '../../core/overlay/dressing.ts';
import type { Device } from '../../stores/device/device.ts';
import type { Elements } from '../elements.ts';
import type { DeviceDeskProps } from './DeviceDesk.tsx';
import { OneTableDesk } from './OneTableDesk.tsx';

interface Props extends Pick<DeviceDeskProps, 'texts'> {
  readonly device: Device;
}

interface WordsProps extends Props {
  readonly isUnsent: boolean;
  readonly heading: 'h1' | 'h2';
  readonly children?: Elements;
}

/** That it was removed, and the way back; what is not sent is still to be told to somebody. */
const Words = ({ texts, device, isUnsent, heading: Heading, children }: WordsProps) => {
  const { title, text, unsent, again, warning } = texts.device.removed;
  return (
    <>
      <Heading className="desk__title">{title}</Heading>
      <p role="status">
        <span>{text}</span> {isUnsent && Heading === 'h1' && <span>{unsent}</span>}
      </p>
      {children}
      <button className="button device__key" type="button" onClick={device.letIn}>
        {again}
      </button>
      {isUnsent && <p className="field__hint">{warning}</p>}
    </>
  );
};

/** What a removed device still shows: the table that was open, and those on which something waits that can't be sent. */
export const Removed = ({ texts, device }: Props) => {
  const left = useStore(device.$left);
  const [chosen, setChosen] = useState<string | null>(null);
  const table = left?.tables.find(({ id }) => id === chosen) ?? left?.tables[0];
  const words = { texts, device, isUnsent: left?.isUnsent ?? false };
  return (
    <>
      <section className="panel device">
        <Words {...words} heading="h1">
          {left && left.tables.length > 1 && (
            <div className="button-row">
              {left.tables.map(({ id, title: name }) => (
                <button
                  key={id}
                  className="button"
                  type="button"
                  aria-pressed={id === table?.id}
                  onClick={() => setChosen(id)}
                >
                  <bdi translate="no">{screenTitle(name, texts.overlay.numberedTable)}</bdi>
                </button>
              ))}
            </div>
          )}
        </Words>
      </section>
      {left && table && (
        <OneTableDesk
          key={table.id}
          texts={texts}
          device={device}
          id={left.device}
          table={table}
          // The pad covers what stands above.
          stopped={
            <section className="panel device">
              <Words {...words} heading="h2" />
            </section>
          }
        />
      )}
    </>
  );
};
