import { useState } from 'react';
import { isolated } from '../../core/isolated.ts';
import { whenText } from '../../core/tables/links.ts';
import { isThere } from '../../core/television/presence.ts';
import { say } from '../../i18n/say.ts';
import { useMay } from '../desk/may.ts';
import { Dialog } from '../Dialog.tsx';
import { Problem } from '../tables/Problem.tsx';
import { tableName } from '../tables/table-name.ts';
import { useChange } from '../tables/useChange.ts';
import type { Device, PartProps } from './props.ts';
import { RemoveDevice } from './RemoveDevice.tsx';
import { SettingFields } from './SettingFields.tsx';
import { named } from './words.ts';

interface Props extends PartProps {
  readonly device: Device;
  readonly listed: readonly Device[];
  /** Server time. */
  readonly now: number;
}

/** Changes what a device is called and may do. */
const Change = (props: Props & { readonly onClose: () => void }) => {
  const { texts, devices, device, onClose } = props;
  const { title, role, tableId } = device;
  const [setting, setSetting] = useState({ title, role, tableId });
  const { busy, failure, run } = useChange();
  const save = async (): Promise<void> => {
    if (await run(() => devices.change(device.id, named(setting, texts)))) onClose();
  };
  return (
    <Dialog title={<bdi>{device.title}</bdi>} close={texts.tables.close} onClose={onClose}>
      <form
        className="televisions__form"
        action={() => {
          void save();
        }}
      >
        <SettingFields {...props} setting={setting} change={setSetting} />
        <Problem failure={failure} texts={texts} />
        <div className="button-row">
          <button className="button button--primary" type="submit" disabled={busy}>
            {texts.staff.save}
          </button>
          <button className="button" type="button" onClick={onClose}>
            {texts.tables.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** A device: what it may do, whether it is there, who let it in and when. */
export const DeviceLine = (props: Props) => {
  const { texts, all, device, listed, now } = props;
  const [changing, setChanging] = useState(false);
  const isOwner = useMay().has('export_page');
  const { staff } = texts;
  const { title, role, tableId, madeBy, removed } = device;
  const table = tableName(all.find(({ id }) => id === tableId)?.title ?? '', texts);
  const time = (millis: number): string => whenText(millis, now, texts.locale);
  const maker = listed.find(({ id }) => id === madeBy)?.title;
  const since = { time: time(device.createdAtMillis) };
  const there = !removed && isThere(device, now);
  return (
    <li className="televisions__one">
      <div className="tables__grow">
        <p className="tables__strong">
          <bdi>{title}</bdi>
        </p>
        <p>{role === 'remote' ? say(staff.one, { title: isolated(table) }) : staff.roles[role].title}</p>
        <p className="field__hint">
          <span className={there ? 'televisions__there' : undefined}>
            {there ? staff.there : say(staff.seen, { time: time(device.seenAtMillis) })}
          </span>
          {' · '}
          {maker === undefined
            ? say(staff.since, since)
            : say(staff.sinceBy, { ...since, name: isolated(maker) })}
        </p>
      </div>
      {!removed && (isOwner || role !== 'admin') && (
        <div className="button-row">
          <button
            className="button"
            type="button"
            aria-haspopup="dialog"
            aria-label={say(staff.changeNamed, { title: isolated(title) })}
            onClick={() => setChanging(true)}
          >
            {staff.change}
          </button>
          <RemoveDevice {...props} />
        </div>
      )}
      {changing && <Change {...props} onClose={() => setChanging(false)} />}
    </li>
  );
};
