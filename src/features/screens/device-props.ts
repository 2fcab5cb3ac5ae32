import type { TextsOf } from '../../i18n/texts.ts';
import type { Devices, DevicesView } from './devices.ts';
import type { Tables, TablesView } from '../tables/tables.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

export type Device = NonNullable<DevicesView['devices']>[number];

/** A device's setting. */
export type Setting = Parameters<Devices['change']>[1];

/** The props of every part of the devices screen. */
export interface PartProps {
  readonly texts: VenueTexts & TextsOf<'staff'>;
  readonly devices: Devices;
  readonly tables: Tables;
  /** Includes archived ones, in the venue's order. */
  readonly all: NonNullable<TablesView['tables']>;
}
