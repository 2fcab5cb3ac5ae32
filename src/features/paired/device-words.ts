import type { TextsOf } from '../../i18n/texts.ts';
import type { DeviceSetting } from './props.ts';

/** A setting with a name; the role's name if it has none. */
export const named = (setting: DeviceSetting, { paired }: TextsOf<'paired'>): DeviceSetting =>
  setting.title.trim() === '' ? { ...setting, title: paired.device.roles[setting.role].title } : setting;
