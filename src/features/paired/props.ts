import type { TextsOf } from '../../i18n/texts.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import type { Tables, TablesView } from '../tables/tables.ts';
import type { Paired, PairedView } from './paired.ts';

type Listed = NonNullable<PairedView['listed']>;
export type Television = Listed['televisions'][number];
export type Device = Listed['devices'][number];

export type TelevisionSetting = Parameters<Paired['pairTelevision']>[0];
export type DeviceSetting = Parameters<Paired['pairDevice']>[0];

/** The props of every part of the screen of televisions and devices. */
export interface PartProps {
  readonly texts: ScreenTexts & TextsOf<'paired'>;
  readonly paired: Paired;
  readonly tables: Tables;
  /** Includes archived ones, in the venue's order. */
  readonly all: NonNullable<TablesView['tables']>;
}
