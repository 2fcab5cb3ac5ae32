import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { screenTitle } from '../../core/overlay/dressing.ts';
import type { Device } from '../../stores/device/device.ts';
import type { DeviceDeskProps } from './DeviceDesk.tsx';
import { OneTableDesk } from './OneTableDesk.tsx';

interface Props extends Pick<DeviceDeskProps, 'texts'> {
  readonly device: Device;
}

/** What a removed device still shows: the table that was open, and those on which something waits that can't be sent. */
export const Removed = ({ texts, device }: Props) => {
  const left = useStore(device.$left);
  const [chosen, setChosen] = useState<string | null>(null);
  const { title, text, unsent, again, warning } = texts.device.removed;
  const table = left?.tables.find(({ id }) => id === chosen) ?? left?.tables[0];
  return (
    <>
      <section className="panel device">
        <h1 className="desk__title">{title}</h1>
        <p role="status">
          {text} {left?.isUnsent && unsent}
        </p>
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
                <bdi>{screenTitle(name, texts.overlay.firstTable)}</bdi>
              </button>
            ))}
          </div>
        )}
        <button className="button device__key" type="button" onClick={device.letIn}>
          {again}
        </button>
        {left?.isUnsent && <p className="field__hint">{warning}</p>}
      </section>
      {left && table && (
        <OneTableDesk
          key={table.id}
          texts={texts}
          device={device}
          id={left.device}
          table={table}
          // The pad covers what stands above.
          stopped={`${title}. ${text}`}
        />
      )}
    </>
  );
};
