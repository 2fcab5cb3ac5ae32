import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type { Device } from './device.ts';
import { createOneTable, type DevicesTable } from './one-table.ts';
import { LinkedDesk } from './LinkedDesk.tsx';
import type { DeskTexts } from '../../kit/venue-texts.ts';
import type { Elements } from '../../kit/elements.ts';

interface Props {
  readonly texts: DeskTexts;
  readonly device: Device;
  /** The device's id. */
  readonly id: string;
  readonly table: DevicesTable & { readonly id: string };
  /** Why this device can't score here any more, if known. */
  readonly stopped?: Elements;
}

/** The table of a remote, or a table that a removed device had scored. */
export const OneTableDesk = ({ texts, device, id, table, stopped }: Props) => {
  const [$table] = useState(() => atom<DevicesTable>(table));
  const [linked] = useState(() => createOneTable(device.venueAs(id), { who: id, table: table.id }, $table));
  useEffect(() => $table.set(table), [$table, table]);
  return <LinkedDesk linked={linked} texts={texts} stopped={stopped} />;
};
