import { atom, type ReadableAtom } from 'nanostores';
import type { DevicesBackend, DeviceSetting, VenueDevice } from '../../backend/contract.ts';
import { ROUTES } from '../../config/routes.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../rules/name.ts';
import { staffFragment, staffScreen } from '../../core/venue/fragment.ts';
import { isCode, typedCode } from '../../core/television/code.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';
import type { Paired } from './televisions.ts';

export interface DevicesView {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly devices: readonly VenueDevice[] | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** A venue's devices. Changes resolve to the failure, or to null on success. */
export interface Devices {
  readonly $devices: ReadableAtom<DevicesView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  /** Pairs the device that shows this code, typed in any form. */
  readonly letIn: (
    typed: string,
    setting: DeviceSetting,
  ) => Promise<{ readonly outcome: Paired } | { readonly failure: Failure }>;
  readonly change: (id: string, setting: DeviceSetting) => Promise<Failure | null>;
  /** Removes devices, and the given kinds of things that they made. */
  readonly remove: (...what: Parameters<DevicesBackend['revokeDevices']>) => Promise<Failure | null>;
  /** The address to open on a device. */
  readonly address: () => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type Needed = 'devices' | 'address' | 'replaceBy' | 'copyText';

interface DevicesOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: DevicesView = { devices: null, failure: null };

const named = (setting: DeviceSetting): DeviceSetting => ({
  ...setting,
  title: limitName(setting.title.trim()).name,
});

export const createDevices = (
  { devices, address, replaceBy, copyText }: Pick<VenueEnvironment, Needed>,
  { isSignedIn, endedBy }: DevicesOptions,
): Devices => {
  const $devices = atom(NOTHING_YET);
  /** Counts accounts: answers to an earlier one's requests are ignored. */
  let accounts = 0;

  const refresh = keepFresh($devices, async (isLast) => {
    if (!isSignedIn()) return true;
    const own = accounts;
    const isWanted = (): boolean => isLast() && own === accounts;
    try {
      const listed = await devices().listDevices();
      if (isWanted()) $devices.set({ devices: listed, failure: null });
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isWanted() && !endedBy(failure)) $devices.set({ ...$devices.get(), failure });
      return false;
    }
  });

  const change = async (work: (backend: DevicesBackend) => Promise<void>): Promise<Failure | null> => {
    try {
      await work(devices());
    } catch (error) {
      return failureIn(error);
    }
    // The change has been made, even if refreshing fails.
    await refresh();
    return null;
  };

  return {
    $devices,
    refresh,
    forget: () => {
      accounts++;
      $devices.set(NOTHING_YET);
    },
    letIn: async (typed, setting) => {
      const code = typedCode(typed);
      if (!isCode(code)) return { outcome: 'badCode' };
      try {
        const outcome = await devices().letInDevice(code, named(setting));
        if (outcome !== 'paired') return { outcome };
      } catch (error) {
        return { failure: failureIn(error) };
      }
      await refresh();
      // The code in the address has been used.
      if (staffScreen(address().hash)?.code) replaceBy(staffFragment());
      return { outcome: 'paired' };
    },
    change: (id, setting) => change((backend) => backend.updateDevice(id, named(setting))),
    remove: (ids, made) => change((backend) => backend.revokeDevices(ids, made)),
    address: () => `${address().origin}${ROUTES.score.replace(/\/$/, '')}`,
    copyText,
  };
};
