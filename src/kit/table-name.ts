import { screenTitle } from '../core/branding/branding.ts';
import type { VenueTexts } from './venue-texts.ts';

/** A table's name on the desk. */
export const tableName = (title: string, { overlay, tables }: VenueTexts): string =>
  screenTitle(title, overlay.numberedTable) || tables.unnamed;
