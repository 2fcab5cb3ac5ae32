import { vi } from 'vitest';
import type { ScoringDeviceEnvironment } from '../../../src/browser/scoring-device.ts';
import { fakeDisk } from './fake-offline-store.ts';

let pages = 0;

/** A page on a device: pages with the same number and disk are of one browser. Its ids count up. */
export const fakeDevice = (number = 1, disk = fakeDisk()) => {
  const page = ++pages;
  const digits = String(number).padStart(12, '0');
  const offlineStore = disk.connect();
  let made = page * 100_000;
  return {
    moment: () => ({ wallMillis: Date.now(), steadyMillis: Date.now(), life: String(page) }),
    chance: () => 0.5,
    device: () => digits,
    newId: () => `${digits.slice(0, 8)}-${digits.slice(8)}-4000-8000-${String(++made).padStart(12, '0')}`,
    offlineStore: () => offlineStore,
    reload: vi.fn<() => void>(),
  } satisfies ScoringDeviceEnvironment;
};
