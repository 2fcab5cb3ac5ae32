import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import type { Device } from './device.ts';
import { createOneTable } from './one-table.ts';
import { LinkedDesk } from './LinkedDesk.tsx';
import type { DeskTexts } from '../../kit/venue-texts.ts';
import type { Elements } from '../../kit/elements.ts';

interface Props {
  readonly texts: DeskTexts;
  readonly device: Device;
  /** The device's id. */
  readonly id: string;
  readonly table: { readonly id: string; readonly title: string };
  /** Why this device can't score here any more, if known. */
  readonly stopped?: Elements;
}

/** The table of a remote, or a table that a removed device had scored. */
export const OneTableDesk = ({ texts, device, id, table, stopped }: Props) => {
  const [$title] = useState(() => atom(table.title));
  const [linked] = useState(() => createOneTable(device.venueAs(id), { who: id, table: table.id }, $title));
  useEffect(() => $title.set(table.title), [$title, table.title]);
  return <LinkedDesk linked={linked} texts={texts} stopped={stopped} />;
};
