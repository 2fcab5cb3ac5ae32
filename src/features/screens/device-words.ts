import type { TextsOf } from '../../i18n/texts.ts';
import type { Setting } from './device-props.ts';

/** A setting with a name; the role's name if it has none. */
export const named = (setting: Setting, { staff }: TextsOf<'staff'>): Setting =>
  setting.title.trim() === '' ? { ...setting, title: staff.roles[setting.role].title } : setting;
