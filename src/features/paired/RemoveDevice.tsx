import { useState } from 'react';
import { isolated } from '../../i18n/isolated.ts';
import type { Failure } from '../../core/failure.ts';
import { madeBy } from '../../core/devices/devices.ts';
import { formatMessage } from '../../i18n/format.ts';
import { useMay } from '../../kit/may.ts';
import { Ask } from '../../kit/Ask.tsx';
import { tableName } from '../../kit/table-name.ts';
import type { Device, PartProps } from './props.ts';

interface Props extends PartProps {
  readonly device: Device;
  readonly listed: readonly Device[];
}

/** Removes a device, optionally with the devices and links that it made. */
export const RemoveDevice = ({ texts, paired, tables, all, device, listed }: Props) => {
  const may = useMay();
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const [renews, setRenews] = useState(false);
  const others = madeBy(listed, device.id);
  const titleOf = (tableId: string): string =>
    isolated(tableName(all.find(({ id }) => id === tableId)?.title ?? '', texts));
  const links = [device, ...others].flatMap((made) =>
    made.links.map(({ id, label, tableId }) => ({
      id,
      text: formatMessage(texts.paired.device.link, {
        label: label ? isolated(label) : texts.paired.device.unnamed,
        title: titleOf(tableId),
      }),
    })),
  );
  const televisions = [device, ...others].flatMap((made) =>
    made.televisions.map(({ id, title }) => ({
      id,
      text: formatMessage(texts.paired.device.television, {
        title: title ? isolated(title) : texts.paired.device.unnamed,
      }),
    })),
  );
  const made = [
    ...others.map(({ id, title, role }) => ({
      id,
      text: `${isolated(title)} · ${texts.paired.device.roles[role].title}`,
    })),
    ...links,
    ...televisions,
  ];
  const ends = ({ id }: { readonly id: string }): boolean => !staying.has(id);
  const toggle = (id: string): void => {
    const next = new Set(staying);
    if (!next.delete(id)) next.add(id);
    setStaying(next);
  };
  const remove = async (): Promise<Failure | null> => {
    const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);
    const ended = { links: idsOf(links.filter(ends)), televisions: idsOf(televisions.filter(ends)) };
    // The boards' links first: if that fails, the device still exists and the user can try again.
    return (
      (renews ? await tables.replaceOverlayLinks() : null) ??
      paired.remove(idsOf([device, ...others.filter(ends)]), ended)
    );
  };
  return (
    <Ask
      texts={texts}
      opener={{
        text: texts.paired.device.remove,
        label: formatMessage(texts.paired.device.removeNamed, { title: isolated(device.title) }),
      }}
      title={texts.paired.device.ask}
      confirm={texts.paired.device.confirm}
      change={remove}
    >
      <p className="strong">
        <bdi translate="no">{device.title}</bdi>
      </p>
      <p>{texts.paired.device.warning}</p>
      {made.length > 0 && (
        <fieldset className="paired__made">
          <legend>{texts.paired.device.made}</legend>
          {made.map(({ id, text }) => (
            <label key={id} className="check paired__check">
              <input type="checkbox" checked={!staying.has(id)} onChange={() => toggle(id)} />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      )}
      {may.has('replace_overlay_link') && (
        <label className="check paired__check">
          <input type="checkbox" checked={renews} onChange={() => setRenews(!renews)} />
          <span>
            <span>{texts.paired.device.renew}</span>
            <span className="field__hint">{texts.paired.device.renewHelp}</span>
          </span>
        </label>
      )}
    </Ask>
  );
};
