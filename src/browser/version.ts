import { browser, type Environment } from './browser.ts';
import type { ScoringDeviceEnvironment } from './scoring-device.ts';
import { isPartMissing } from '../core/missing-parts.ts';
import { ownVersion } from './own-version.ts';

export interface VersionEnvironment
  extends
    Pick<Environment, 'fetchJson' | 'storage' | 'now' | 'isOnline' | 'isVisible' | 'watchPage'>,
    Pick<ScoringDeviceEnvironment, 'chance' | 'reload'> {
  /** The version of this page; null in development. */
  readonly ownVersion: () => string | null;
  readonly lacksPart: () => boolean;
}

const BUSY = 'dialog[open]:not(.pad), .pad-sheet, :is(input, select, textarea):focus';

/** Whether a dialog or sheet is open, or a field has the focus. */
export const isBusy = (): boolean => document.querySelector(BUSY) !== null;

const USES = ['pointerdown', 'keydown', 'input'] as const;

/** Calls back when the page is touched, with whether that may fill in a form. Returns a function that stops. */
export const watchUse = (used: (isFilling: boolean) => void): (() => void) => {
  const onUse = ({ type, target }: Event): void =>
    used(type === 'input' || (target instanceof Element && target.closest('form') !== null));
  for (const type of USES) window.addEventListener(type, onUse, true);
  return () => {
    for (const type of USES) window.removeEventListener(type, onUse, true);
  };
};

export const versionEnvironment: VersionEnvironment = {
  ...browser,
  chance: () => Math.random(),
  reload: () => location.reload(),
  ownVersion,
  lacksPart: isPartMissing,
};
