import { atom, type ReadableAtom } from 'nanostores';
import type {
  PairedTelevision,
  PairingOutcome,
  TelevisionsBackend,
  TelevisionSetting,
} from '../../backend/contract.ts';
import { ROUTES } from '../../config/routes.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../core/overlay/name.ts';
import { televisionsFragment, televisionsScreen } from '../../core/tables/fragment.ts';
import { isCode, typedCode } from '../../core/television/code.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { keepFresh } from './refreshed.ts';

export interface TelevisionsView {
  /** The last list that arrived stays, whatever happens afterwards; null before the first. */
  readonly televisions: readonly PairedTelevision[] | null;
  /** Why the last look failed; null when it worked. */
  readonly failure: Failure | null;
}

/** What became of a code that was typed: `badCode` is none that a television could show. */
export type Paired = PairingOutcome | 'badCode';

/** An owner's televisions. Changes give why they failed, and null when they are done and shown. */
export interface Televisions {
  readonly $televisions: ReadableAtom<TelevisionsView>;
  readonly refresh: () => Promise<void>;
  /** Another account's televisions from here on. */
  readonly forget: () => void;
  /** Pairs the television that shows a code, however that was typed. */
  readonly pair: (
    typed: string,
    setting: TelevisionSetting,
  ) => Promise<{ readonly outcome: Paired } | { readonly failure: Failure }>;
  readonly change: (id: string, setting: TelevisionSetting) => Promise<Failure | null>;
  readonly unpair: (id: string) => Promise<Failure | null>;
  /** What is opened on a television. */
  readonly address: () => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type Needed = 'televisions' | 'address' | 'replaceBy' | 'copyText';

interface TelevisionsOptions {
  /** Whether there is an account to ask for. */
  readonly isSignedIn: () => boolean;
  /** Whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: TelevisionsView = { televisions: null, failure: null };

const named = (setting: TelevisionSetting): TelevisionSetting => ({
  ...setting,
  title: limitName(setting.title.trim()).name,
});

export const createTelevisions = (
  { televisions, address, replaceBy, copyText }: Pick<OwnerEnvironment, Needed>,
  { isSignedIn, endedBy }: TelevisionsOptions,
): Televisions => {
  const $televisions = atom(NOTHING_YET);
  /** Answers to another account's requests are nobody's any more. */
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
    // The change is made, whether or not all of it can be read again now.
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
      // The code in the address is of no use any more.
      if (televisionsScreen(address().hash)?.code) replaceBy(televisionsFragment());
      return { outcome: 'paired' };
    },
    change: (id, setting) => change((backend) => backend.updateTelevision(id, named(setting))),
    unpair: (id) => change((backend) => backend.unpairTelevision(id)),
    address: () => `${address().origin}${ROUTES.tv.replace(/\/$/, '')}`,
    copyText,
  };
};
