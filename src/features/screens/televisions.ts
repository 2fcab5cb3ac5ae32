import { atom, type ReadableAtom } from 'nanostores';
import type {
  PairedTelevision,
  PairingOutcome,
  TelevisionsBackend,
  TelevisionSetting,
} from '../../backend/contract.ts';
import { ROUTES } from '../../config/routes.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../rules/name.ts';
import { televisionsFragment, televisionsScreen } from '../../core/venue/fragment.ts';
import { isCode, typedCode } from '../../core/television/code.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface TelevisionsView {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly televisions: readonly PairedTelevision[] | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** The outcome of pairing. `badCode`: no television shows this code. */
export type Paired = PairingOutcome | 'badCode';

/** An owner's televisions. Changes resolve to the failure, or to null on success. */
export interface Televisions {
  readonly $televisions: ReadableAtom<TelevisionsView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  /** Pairs the television that shows this code, typed in any form. */
  readonly pair: (
    typed: string,
    setting: TelevisionSetting,
  ) => Promise<{ readonly outcome: Paired } | { readonly failure: Failure }>;
  readonly change: (id: string, setting: TelevisionSetting) => Promise<Failure | null>;
  readonly unpair: (id: string) => Promise<Failure | null>;
  /** The address to open on a television. */
  readonly address: () => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type Needed = 'televisions' | 'address' | 'replaceBy' | 'copyText';

interface TelevisionsOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: TelevisionsView = { televisions: null, failure: null };

const named = (setting: TelevisionSetting): TelevisionSetting => ({
  ...setting,
  title: limitName(setting.title.trim()).name,
});

export const createTelevisions = (
  { televisions, address, replaceBy, copyText }: Pick<VenueEnvironment, Needed>,
  { isSignedIn, endedBy }: TelevisionsOptions,
): Televisions => {
  const $televisions = atom(NOTHING_YET);
  /** Counts accounts: answers to an earlier one's requests are ignored. */
  let accounts = 0;

  const refresh = keepFresh($televisions, async (isLast) => {
    if (!isSignedIn()) return true;
    const own = accounts;
    const isWanted = (): boolean => isLast() && own === accounts;
    try {
      const answer = await televisions().listTelevisions();
      if (isWanted()) $televisions.set({ televisions: answer.televisions, failure: null });
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isWanted() && !endedBy(failure)) $televisions.set({ ...$televisions.get(), failure });
      return false;
    }
  });

  const change = async (work: (backend: TelevisionsBackend) => Promise<void>): Promise<Failure | null> => {
    try {
      await work(televisions());
    } catch (error) {
      return failureIn(error);
    }
    // The change has been made, even if refreshing fails.
    await refresh();
    return null;
  };

  return {
    $televisions,
    refresh,
    forget: () => {
      accounts++;
      $televisions.set(NOTHING_YET);
    },
    pair: async (typed, setting) => {
      const code = typedCode(typed);
      if (!isCode(code)) return { outcome: 'badCode' };
      try {
        const outcome = await televisions().pairTelevision(code, named(setting));
        if (outcome !== 'paired') return { outcome };
      } catch (error) {
        return { failure: failureIn(error) };
      }
      await refresh();
      // The code in the address has been used.
      if (televisionsScreen(address().hash)?.code) replaceBy(televisionsFragment());
      return { outcome: 'paired' };
    },
    change: (id, setting) => change((backend) => backend.updateTelevision(id, named(setting))),
    unpair: (id) => change((backend) => backend.unpairTelevision(id)),
    address: () => `${address().origin}${ROUTES.tv.replace(/\/$/, '')}`,
    copyText,
  };
};
