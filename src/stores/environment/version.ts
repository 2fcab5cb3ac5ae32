import { browser, type Environment } from './browser.ts';
import type { DeviceEnvironment } from './device.ts';
import { ownVersion } from './own-version.ts';

export interface VersionEnvironment
  extends
    Pick<Environment, 'fetchJson' | 'storage' | 'now' | 'isOnline' | 'isVisible' | 'watchPage'>,
    Pick<DeviceEnvironment, 'chance' | 'reload'> {
  /** The version of the site that this page is of; null while the site is being developed. */
  readonly ownVersion: () => string | null;
}

/** Whether something is open over the page's screen, or a field has the focus. */
export const isBusy = (): boolean =>
  document.querySelector('dialog[open], :is(input, select, textarea):focus') !== null;

export const versionEnvironment: VersionEnvironment = {
  ...browser,
  chance: () => Math.random(),
  reload: () => location.reload(),
  ownVersion,
};
