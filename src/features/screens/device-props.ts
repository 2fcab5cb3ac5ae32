import type { TextsOf } from '../../i18n/texts.ts';
import type { Devices, DevicesView } from './devices.ts';
import type { Tables, TablesView } from '../tables/tables.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

export type Device = NonNullable<DevicesView['devices']>[number];

/** What is chosen of one. */
export type Setting = Parameters<Devices['change']>[1];

/** What every part of the screen of devices is given. */
export interface PartProps {
  readonly texts: VenueTexts & TextsOf<'staff'>;
  readonly devices: Devices;
  readonly tables: Tables;
  /** Archived ones too, in the venue's order. */
  readonly all: NonNullable<TablesView['tables']>;
}
