import { isolated } from '../../i18n/isolated.ts';
import { whenText } from '../../core/tables/links.ts';
import { isThere } from '../../core/television/presence.ts';
import { formatMessage } from '../../i18n/format.ts';
import { useMay } from '../../kit/may.ts';
import { tableName } from '../../kit/table-name.ts';
import { ChangeSetting } from './ChangeSetting.tsx';
import { PairedLine } from './PairedLine.tsx';
import type { Device, PartProps, Setting } from './device-props.ts';
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
  const { texts, devices, all, device, listed, now } = props;
  const isOwner = useMay().has('export_page');
  const { staff } = texts;
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
        role === 'remote' ? formatMessage(staff.one, { title: isolated(table) }) : staff.roles[role].title
      }
      isThere={there}
      seen={there ? staff.there : formatMessage(staff.seen, time(device.seenAtMillis))}
      since={
        maker === undefined
          ? formatMessage(staff.since, since)
          : formatMessage(staff.sinceBy, { ...since, name: isolated(maker) })
      }
    >
      {!removed && (isOwner || role !== 'admin') && (
        <>
          <ChangeSetting<Setting>
            texts={texts}
            title={title}
            opener={{
              text: staff.change,
              label: formatMessage(staff.changeNamed, { title: isolated(title) }),
            }}
            save={staff.save}
            setting={{ title, role, tableId }}
            change={(setting) => devices.change(device.id, named(setting, texts))}
            fields={(setting, change) => <SettingFields {...props} setting={setting} change={change} />}
          />
          <RemoveDevice {...props} />
        </>
      )}
    </PairedLine>
  );
};
