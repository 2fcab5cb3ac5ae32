import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import { screenTitle } from '../../core/branding/branding.ts';
import { onNetwork } from '../../core/site/network.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { createDevice, type Device } from './device.ts';
import { deviceEnvironment } from '../../browser/device.ts';
import { $network } from '../../browser/network.ts';
import { createFetchedJson } from '../../browser/fetched-json.ts';
import styles from '../../styles/device.scss?inline';
import { useStyles } from '../../kit/add-styles.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';
import { PairingCode } from '../../kit/PairingCode.tsx';
import { QrCode } from '../../kit/QrCode.tsx';
import { OneTableDesk } from './OneTableDesk.tsx';
import { Removed } from './Removed.tsx';
import type { DeviceVenueProps } from './DeviceVenue.tsx';

// Only devices that may run a venue's desk need it and its texts.
const DeviceVenue = lazy(() => import('./DeviceVenue.tsx'));

export interface DeviceDeskProps {
  readonly texts: DeskTexts & TextsOf<'device'>;
  /** The path of the owner's page. */
  readonly deskPath: string;
  /** The address of the venue desk's texts. */
  readonly propsPath: string;
}

interface PartProps extends DeviceDeskProps {
  readonly device: Device;
}

/** A key to request a code. Codes aren't requested on load, because an address gets at most two hundred of them. */
const Offer = ({ texts, device }: PartProps) => {
  const { title, text, button, link, app } = texts.device.offer;
  return (
    <section className="panel device">
      <h1 className="desk__title">{title}</h1>
      <p>{text}</p>
      <button className="button button--primary device__key" type="button" onClick={device.letIn}>
        {button}
      </button>
      <p className="field__hint">{link}</p>
      <p className="field__hint">{app}</p>
    </section>
  );
};

/** The code to type or scan. */
const Waiting = ({ texts, device, deskPath, code }: PartProps & { readonly code: string | null }) => {
  const network = useStore($network);
  const { title, scan, qr, none } = texts.device.waiting;
  return (
    <section className="panel device">
      <h1 className="desk__title">{title}</h1>
      {code === null ? (
        <p role="status">{none}</p>
      ) : (
        <>
          <p>{scan}</p>
          <div className="device__code">
            <PairingCode code={code} label={texts.device.waiting.code} />
          </div>
          <QrCode text={onNetwork(network, device.pairingAddress(deskPath, code))} label={qr} />
        </>
      )}
    </section>
  );
};

const Opening = ({
  texts,
  failed = false,
}: Pick<DeviceDeskProps, 'texts'> & { readonly failed?: boolean }) => (
  <div className="desk desk--message">
    <h1 className="desk__title">{texts.dashboard.link.title}</h1>
    <p role="status">
      <span className={failed ? undefined : 'loading'}>
        {failed ? texts.device.waiting.none : texts.device.opening}
      </span>
    </p>
  </div>
);

/** The venue's desk, once its texts have loaded. */
const Staff = (props: PartProps & { readonly id: string; readonly whose: string; readonly role: string }) => {
  const { texts, device, propsPath, id, role, whose } = props;
  const [$props] = useState(() =>
    createFetchedJson<DeviceVenueProps['desk']>(deviceEnvironment(), propsPath, 'device-desk-1'),
  );
  const { value: desk, failed } = useStore($props);
  return desk ? (
    <Suspense fallback={<Opening texts={texts} />}>
      <DeviceVenue environment={device.venueAs(id)} desk={desk} role={role} whose={whose} />
    </Suspense>
  ) : (
    <Opening texts={texts} failed={failed} />
  );
};

/** A phone or tablet of a venue: it asks to be paired, then opens its screens. */
export default function DeviceDesk(props: DeviceDeskProps) {
  const { texts } = props;
  const [device] = useState(() => createDevice(deviceEnvironment()));
  const view = useStore(device.$view);
  const left = useStore(device.$left);
  useStyles(styles, 'base');
  const parts = { ...props, device };
  switch (view.status) {
    case 'starting':
      return <Opening texts={texts} />;
    case 'offering':
      return <Offer {...parts} />;
    case 'waiting':
      return <Waiting {...parts} code={view.code} />;
    case 'letIn': {
      const { id, title, role, table } = view.device;
      if (table && left) {
        const { title: moved, text, again } = texts.device.moved;
        const own = isolated(screenTitle(table.title, texts.overlay.numberedTable));
        const said = {
          title: moved,
          text: formatMessage(text, { table: own }),
          again: formatMessage(again, { table: own }),
        };
        return <Removed texts={texts} device={device} said={said} goOn={device.goOn} />;
      }
      return table ? (
        <OneTableDesk key={table.id} texts={texts} device={device} id={id} table={table} />
      ) : (
        <Staff
          key={id}
          {...parts}
          id={id}
          role={role}
          whose={`${isolated(title)} · ${texts.device.roles[role]}`}
        />
      );
    }
    case 'removed':
      return <Removed texts={texts} device={device} said={texts.device.removed} goOn={device.letIn} />;
    default:
      return view satisfies never;
  }
}
