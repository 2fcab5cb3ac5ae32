import { atom, type ReadableAtom } from 'nanostores';
import type {
  DressingBackend,
  MarkKind,
  Player,
  SentMark,
  VenueDressing,
  VenueSponsor,
} from '../../backend/contract.ts';
import { marksAddress } from '../../config/marks.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../core/overlay/name.ts';
import { moved } from '../../core/tables/order.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import { page, watchReturn } from '../environment/page.ts';

export interface DressingView {
  /** The last answer that arrived; null before the first. */
  readonly dressing: VenueDressing | null;
  /** Why the last look failed; null when it worked. */
  readonly failure: Failure | null;
}

/** What a venue puts around its boards. Changes give why they failed, and null when they are done. */
export interface VenueDresser {
  readonly $dressing: ReadableAtom<DressingView>;
  readonly refresh: () => Promise<void>;
  /** Another account's from here on. */
  readonly forget: () => void;
  /** Without an id a new one. */
  readonly savePlayer: (player: Omit<Player, 'id'>, id: string | null) => Promise<Failure | null>;
  readonly removePlayer: (id: string) => Promise<Failure | null>;
  readonly saveSponsor: (sponsor: Omit<VenueSponsor, 'id'>, id: string | null) => Promise<Failure | null>;
  /** By so many places; what already stands there stays. */
  readonly moveSponsor: (id: string, by: -1 | 1) => Promise<Failure | null>;
  readonly removeSponsor: (id: string) => Promise<Failure | null>;
  readonly sendMark: (kind: MarkKind, picture: Blob) => Promise<SentMark | Failure>;
  readonly markAddress: (id: string) => string;
}

interface DresserOptions {
  /** Whether there is an account to ask for. */
  readonly isSignedIn: () => boolean;
  /** Told why a look failed. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: DressingView = { dressing: null, failure: null };

/** Whether one of these is, in all that is wanted of it, what is wanted. */
const isListed = <Wanted extends object>(listed: readonly Wanted[], wanted: Wanted): boolean =>
  listed.some((one) => Object.entries(wanted).every(([name, value]) => one[name as keyof Wanted] === value));

/** It is read when somebody looks at it and after each change: nobody else changes it, but another tab. */
export const createDresser = (
  { dressing: backend }: Pick<OwnerEnvironment, 'dressing'>,
  { isSignedIn, endedBy }: DresserOptions,
): VenueDresser => {
  const $dressing = atom(NOTHING_YET);
  let looks = 0;

  const refresh = async (): Promise<void> => {
    if (!isSignedIn()) return;
    const own = ++looks;
    try {
      const dressing = await backend().getDressing();
      if (own === looks) $dressing.set({ dressing, failure: null });
    } catch (error) {
      const failure = failureIn(error);
      if (own === looks && !endedBy(failure)) $dressing.set({ ...$dressing.get(), failure });
    }
  };

  onBrowserMount($dressing, () => {
    void refresh();
    return watchReturn(page, () => void refresh());
  });

  /** `isThere` tells a new one that is there as it is wanted. */
  const change = async (
    work: (backend: DressingBackend) => Promise<unknown>,
    isThere: (dressing: VenueDressing) => boolean = () => false,
  ): Promise<Failure | null> => {
    try {
      await work(backend());
    } catch (error) {
      const failure = failureIn(error);
      if (failure.kind !== 'other') return failure;
      // It may have been made before, by a try whose answer was lost: then the server refuses a second.
      await refresh();
      const { dressing } = $dressing.get();
      return dressing && isThere(dressing) ? null : failure;
    }
    // The change is made, whether or not all of it can be read again now.
    await refresh();
    return null;
  };

  return {
    $dressing,
    refresh,
    forget: () => {
      looks++;
      $dressing.set(NOTHING_YET);
    },
    savePlayer: ({ name, flag, picture }, id) => {
      const player = { name: limitName(name.trim()).name, flag, picture };
      return change(
        (to) => to.savePlayer(player, id),
        ({ players }) => isListed(players, player),
      );
    },
    removePlayer: (id) => change((to) => to.removePlayer(id)),
    saveSponsor: ({ title, picture, shown }, id) => {
      const sponsor = { title: limitName(title.trim()).name, picture, shown };
      return change(
        (to) => to.saveSponsor(sponsor, id),
        ({ sponsors }) => isListed(sponsors, sponsor),
      );
    },
    moveSponsor: async (id, by) => {
      const sponsors = $dressing.get().dressing?.sponsors ?? [];
      const ids = moved(sponsors, id, by);
      return ids && change((to) => to.orderSponsors(ids));
    },
    removeSponsor: (id) => change((to) => to.removeSponsor(id)),
    sendMark: async (kind, picture) => {
      try {
        return await backend().sendMark(kind, picture);
      } catch (error) {
        return failureIn(error);
      }
    },
    markAddress: (id) => `${marksAddress(import.meta.env)}/${id}`,
  };
};
