import { screenTitle } from '../core/branding/branding.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** A table's name on the desk. */
export const tableName = (title: string, { overlay, tables }: TextsOf<'overlay' | 'tables'>): string =>
  screenTitle(title, overlay.numberedTable) || tables.unnamed;
