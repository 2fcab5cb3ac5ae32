import { onTestFinished, vi } from 'vitest';
import type {
  DevicesBackend,
  PairingBackend,
  TelevisionsBackend,
  TelevisionSetting,
} from '../../../src/backend/contract.ts';
import type { PageChange } from '../../../src/browser/page.ts';
import { alwaysShowing } from '../../../src/core/television/programme.ts';
import { createPaired } from '../../../src/features/paired/paired.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

/** The store of a venue's televisions and devices, on a backend that answers as a test says. */

export const settle = () => vi.advanceTimersByTimeAsync(0);
export const BAR: TelevisionSetting = {
  title: ' Bar ',
  tableId: null,
  query: '',
  programme: alwaysShowing('tables'),
};
export const KARIM = { title: 'Karim', role: 'service', tableId: null } as const;

export const open = (hash = '') => {
  let address = new URL(`https://cueboard.test/dashboard/${hash}`);
  let changed = (_change: PageChange): void => {};
  const findCode = vi.fn<PairingBackend['findCode']>(async () => 'television');
  const televisions = {
    listTelevisions: vi.fn<TelevisionsBackend['listTelevisions']>(async () => ({
      televisions: [],
      serverMillis: 0,
    })),
    pairTelevision: vi.fn<TelevisionsBackend['pairTelevision']>(async () => 'paired'),
    updateTelevision: async () => {},
    unpairTelevision: async () => {},
  };
  const devices = {
    listDevices: vi.fn<DevicesBackend['listDevices']>(async () => []),
    letInDevice: vi.fn<DevicesBackend['letInDevice']>(async () => 'paired'),
    updateDevice: async () => {},
    revokeDevices: async () => {},
  };
  const environment = {
    ...fakeEnvironment(),
    address: () => address,
    watchPage: (onChange: (change: PageChange) => void) => {
      changed = onChange;
      return () => {};
    },
    pairing: () => ({ findCode }),
    televisions: () => televisions,
    devices: () => devices,
  };
  const endedBy = vi.fn(() => false);
  const paired = createPaired(environment, { isSignedIn: () => true, endedBy });
  const goTo = (fragment: string): void => {
    address = new URL(`https://cueboard.test/dashboard/${fragment}`);
    changed('address');
  };
  const view = () => paired.$pairing.get();
  const watch = () => {
    const close = paired.$pairing.listen(() => {});
    onTestFinished(close);
    return close;
  };
  return { paired, view, watch, goTo, findCode, televisions, devices, environment };
};
