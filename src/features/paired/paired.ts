import { atom, type ReadableAtom } from 'nanostores';
import type {
  DevicesBackend,
  DeviceSetting,
  PairedTelevision,
  TelevisionSetting,
  VenueDevice,
} from '../../backend/contract.ts';
import { PAIRED_KINDS, type PairedKind, type PairingOutcome } from '../../core/devices/pairing.ts';
import { ROUTES } from '../../config/routes.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../rules/name.ts';
import { pairedFragment, pairedScreen } from '../../core/venue/fragment.ts';
import { isCode, typedCode } from '../../core/devices/code.ts';
import { oneOf } from '../../rules/read.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createChange, failedBy } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface PairedView {
  /** The last lists that arrived, kept through failures; null before the first. */
  readonly listed: {
    readonly televisions: readonly PairedTelevision[];
    readonly devices: readonly VenueDevice[];
  } | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** The code that is being entered. */
export interface PairingView {
  /** As typed or scanned. */
  readonly typed: string;
  /** What shows this code; null until it is found. */
  readonly kind: PairedKind | null;
  readonly isBusy: boolean;
  /** Why the code can't be paired. `badCode`: it doesn't have the form of one. */
  readonly problem: Exclude<PairingOutcome, 'paired'> | 'badCode' | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  /** What was paired last, until the next code. */
  readonly paired: PairedKind | null;
}

/** A venue's televisions and devices. Changes resolve to the failure, or to null on success. */
export interface Paired {
  readonly $paired: ReadableAtom<PairedView>;
  /** While mounted, it takes the code from the address. */
  readonly $pairing: ReadableAtom<PairingView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  /** Takes a code, typed in any form. A complete one is looked up. */
  readonly type: (typed: string) => void;
  /** Looks up the code. */
  readonly find: () => Promise<void>;
  /** Pairs the television or the device that shows the code. */
  readonly pairTelevision: (setting: TelevisionSetting) => Promise<void>;
  readonly pairDevice: (setting: DeviceSetting) => Promise<void>;
  readonly changeTelevision: (id: string, setting: TelevisionSetting) => Promise<Failure | null>;
  readonly changeDevice: (id: string, setting: DeviceSetting) => Promise<Failure | null>;
  readonly unpair: (id: string) => Promise<Failure | null>;
  /** Removes devices, and the given kinds of things that they made. */
  readonly remove: (...what: Parameters<DevicesBackend['revokeDevices']>) => Promise<Failure | null>;
  /** The address to open on a television or device. */
  readonly address: (kind: PairedKind) => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type Needed = 'devices' | 'pairing' | 'televisions' | 'address' | 'replaceBy' | 'copyText' | 'watchPage';

interface PairedOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: PairedView = { listed: null, failure: null };

const NO_NEWS = { isBusy: false, problem: null, failure: null, paired: null } as const;
const NO_CODE: PairingView = { ...NO_NEWS, typed: '', kind: null };

const PAGES = { television: ROUTES.tv, device: ROUTES.score } as const;

const named = <Setting extends { readonly title: string }>(setting: Setting): Setting => ({
  ...setting,
  title: limitName(setting.title.trim()).name,
});

export const createPaired = (
  environment: Pick<VenueEnvironment, Needed>,
  { isSignedIn, endedBy }: PairedOptions,
): Paired => {
  const { devices, pairing, televisions, address, replaceBy, copyText } = environment;
  const $paired = atom(NOTHING_YET);
  const $pairing = atom(NO_CODE);
  /** Counts codes and requests: answers about an earlier code are ignored. */
  let asked = 0;

  const { refresh, forget } = keepFresh($paired, async (isLast) => {
    if (!isSignedIn()) return true;
    try {
      const [screens, phones] = await Promise.all([televisions().listTelevisions(), devices().listDevices()]);
      if (isLast())
        $paired.set({ listed: { televisions: screens.televisions, devices: phones }, failure: null });
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isLast() && !endedBy(failure)) $paired.set({ ...$paired.get(), failure });
      return false;
    }
  });

  const change = createChange(refresh, endedBy);

  const begin = (view: PairingView): void => {
    asked++;
    $pairing.set(view);
  };

  /** Sends the code, and shows what is answered. */
  const send = async (request: (code: string) => Promise<Partial<PairingView>>): Promise<void> => {
    // A second tap comes before the first is answered.
    if ($pairing.get().isBusy) return;
    const own = ++asked;
    const show = (news: Partial<PairingView>): void => {
      if (own === asked) $pairing.set({ ...$pairing.get(), ...NO_NEWS, ...news });
    };
    const code = typedCode($pairing.get().typed);
    if (!isCode(code)) {
      show({ problem: 'badCode' });
      return;
    }
    show({ isBusy: true });
    try {
      show(await request(code));
    } catch (error) {
      show({ failure: failedBy(error, endedBy) });
    }
  };

  const find = (): Promise<void> =>
    send(async (code) => {
      const found = await pairing().findCode(code);
      return oneOf(PAIRED_KINDS, found) ? { kind: found } : { kind: null, problem: found };
    });

  const pair = (kind: PairedKind, request: (code: string) => Promise<PairingOutcome>): Promise<void> =>
    send(async (code) => {
      const outcome = await request(code);
      // A full venue can make room for it; another code has to be found first.
      if (outcome !== 'paired') return { kind: outcome === 'full' ? kind : null, problem: outcome };
      await refresh();
      // The code in the address has been used.
      if (pairedScreen(address().hash)?.code) replaceBy(pairedFragment());
      return { ...NO_CODE, paired: kind };
    });

  const type = (typed: string): void => {
    const view = $pairing.get();
    const code = typedCode(typed);
    if (code === typedCode(view.typed)) {
      $pairing.set({ ...view, typed });
      return;
    }
    begin({ ...NO_CODE, typed });
    if (isCode(code)) void find();
  };

  onBrowserMount($pairing, () => {
    const scan = (): void => {
      const code = pairedScreen(address().hash)?.code ?? '';
      if (code !== '') type(code);
    };
    scan();
    const unwatch = environment.watchPage((changed) => {
      if (changed === 'address') scan();
    });
    return () => {
      unwatch();
      begin(NO_CODE);
    };
  });

  return {
    $paired,
    $pairing,
    refresh,
    forget: () => {
      forget();
      $paired.set(NOTHING_YET);
      begin(NO_CODE);
    },
    type,
    find,
    pairTelevision: (setting) =>
      pair('television', (code) => televisions().pairTelevision(code, named(setting))),
    pairDevice: (setting) => pair('device', (code) => devices().letInDevice(code, named(setting))),
    changeTelevision: (id, setting) => change(() => televisions().updateTelevision(id, named(setting))),
    changeDevice: (id, setting) => change(() => devices().updateDevice(id, named(setting))),
    unpair: (id) => change(() => televisions().unpairTelevision(id)),
    remove: (ids, made) => change(() => devices().revokeDevices(ids, made)),
    address: (kind) => `${address().origin}${PAGES[kind].replace(/\/$/, '')}`,
    copyText,
  };
};
