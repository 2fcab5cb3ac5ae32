import { isolated } from '../../i18n/isolated.ts';
import { whenText } from '../../core/time/text.ts';
import { isThere } from '../../core/television/presence.ts';
import { formatMessage } from '../../i18n/format.ts';
import { useMay } from '../../kit/may.ts';
import { tableName } from '../../kit/table-name.ts';
import { ChangeSetting } from './ChangeSetting.tsx';
import { PairedLine } from './PairedLine.tsx';
import type { Device, DeviceSetting, PartProps } from './props.ts';
import { RemoveDevice } from './RemoveDevice.tsx';
import { SettingFields } from './DeviceSettings.tsx';
import { named } from './device-words.ts';

interface Props extends PartProps {
  readonly device: Device;
  readonly listed: readonly Device[];
  /** Server time. */
  readonly now: number;
}

/** A device: its role, whether it is online, and who paired it when. */
export const DeviceLine = (props: Props) => {
  const { texts, paired, all, device, listed, now } = props;
  const isOwner = useMay().has('export_page');
  const { title, role, tableId, madeBy, removed } = device;
  const table = tableName(all.find(({ id }) => id === tableId)?.title ?? '', texts);
  // The page's time is updated rarely, so a recent event may seem to be in the future.
  const time = (millis: number) => ({ time: whenText(millis, Math.max(now, millis), texts.locale) });
  const maker = listed.find(({ id }) => id === madeBy)?.title;
  const since = time(device.createdAtMillis);
  const there = !removed && isThere(device, now);
  return (
    <PairedLine
      title={title}
      about={
        role === 'remote'
          ? formatMessage(texts.paired.device.one, { title: isolated(table) })
          : texts.paired.device.roles[role].title
      }
      isThere={there}
      seen={there ? texts.paired.device.there : formatMessage(texts.paired.seen, time(device.seenAtMillis))}
      since={
        maker === undefined
          ? formatMessage(texts.paired.device.since, since)
          : formatMessage(texts.paired.device.sinceBy, { ...since, name: isolated(maker) })
      }
    >
      {!removed && (isOwner || role !== 'admin') && (
        <>
          <ChangeSetting<DeviceSetting>
            texts={texts}
            title={title}
            label={formatMessage(texts.paired.device.changeNamed, { title: isolated(title) })}
            setting={{ title, role, tableId }}
            change={(setting) => paired.changeDevice(device.id, named(setting, texts))}
            fields={(setting, change) => <SettingFields {...props} setting={setting} change={change} />}
          />
          <RemoveDevice {...props} />
        </>
      )}
    </PairedLine>
  );
};
