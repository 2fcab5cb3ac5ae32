import { atom, type ReadableAtom } from 'nanostores';
import type { SentMark, VenueBranding, VenueSponsor } from '../../backend/contract.ts';
import type { Face } from '../../core/branding/branding.ts';
import type { MarkKind } from '../../core/branding/mark.ts';
import { marksAddress } from '../../config/marks.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { limitName } from '../../rules/name.ts';
import { moved } from '../../core/moved.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createChange, failedBy } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface BrandingView {
  /** The last answer that arrived; null before the first. */
  readonly branding: VenueBranding | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** The players and sponsors that a venue adds to its boards. Changes resolve to the failure, or to null on success. */
export interface BrandingStore {
  readonly $branding: ReadableAtom<BrandingView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  /** Adds a player if `id` is null. */
  readonly savePlayer: (player: Face, id: string | null) => Promise<Failure | null>;
  /** Changes only the name, and keeps the face. */
  readonly namePlayer: (name: string, id: string | null) => Promise<Failure | null>;
  readonly hidePlayer: (id: string, hidden: boolean) => Promise<Failure | null>;
  readonly removePlayer: (id: string) => Promise<Failure | null>;
  readonly saveSponsor: (sponsor: Omit<VenueSponsor, 'id'>, id: string | null) => Promise<Failure | null>;
  /** Does nothing at either end of the list. */
  readonly moveSponsor: (id: string, by: -1 | 1) => Promise<Failure | null>;
  readonly removeSponsor: (id: string) => Promise<Failure | null>;
  readonly sendMark: (kind: MarkKind, picture: Blob) => Promise<SentMark | Failure>;
  readonly markAddress: (id: string) => string;
}

interface Options {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const NOTHING_YET: BrandingView = { branding: null, failure: null };

/** Whether one of them has all the wanted values. */
const isListed = <One extends object>(listed: readonly One[], wanted: Partial<One>): boolean =>
  listed.some((one) => Object.entries(wanted).every(([name, value]) => one[name as keyof One] === value));

/**
 * Fetched on mount, on return to the page and after each change. Nothing else is needed, because only the venue's own
 * pages change it.
 */
export const createBrandingStore = (
  { branding: backend }: Pick<VenueEnvironment, 'branding'>,
  { isSignedIn, endedBy }: Options,
): BrandingStore => {
  const $branding = atom(NOTHING_YET);

  const { refresh, forget } = keepFresh(
    $branding,
    async (isLast) => {
      if (!isSignedIn()) return true;
      try {
        const branding = await backend().getBranding();
        if (isLast()) $branding.set({ branding, failure: null });
        return true;
      } catch (error) {
        const failure = failureIn(error);
        if (isLast() && !endedBy(failure)) $branding.set({ ...$branding.get(), failure });
        return false;
      }
    },
    null,
  );

  const changeOnce = createChange(refresh, endedBy);

  /** `isDone` returns whether the branding shows that the change was already made. */
  const change = async (
    work: () => Promise<unknown>,
    isDone: (branding: VenueBranding) => boolean = () => false,
  ): Promise<Failure | null> => {
    const failure = await changeOnce(work);
    if (failure?.kind !== 'other') return failure;
    // An earlier attempt may have worked and its answer been lost. The server would then refuse a duplicate.
    await refresh();
    const { branding } = $branding.get();
    return branding && isDone(branding) ? null : failure;
  };

  return {
    $branding,
    refresh,
    forget: () => {
      forget();
      $branding.set(NOTHING_YET);
    },
    savePlayer: ({ name, flag, picture }, id) => {
      const player = { name: limitName(name.trim()).name, flag, picture };
      return change(
        () => backend().savePlayer(player, id),
        ({ players }) => isListed(players, player),
      );
    },
    namePlayer: (typed, id) => {
      const { name } = limitName(typed.trim());
      return change(
        () => backend().namePlayer(name, id),
        ({ players }) => isListed(players, { name, hidden: false }),
      );
    },
    hidePlayer: (id, hidden) => change(() => backend().hidePlayer(id, hidden)),
    removePlayer: (id) => change(() => backend().removePlayer(id)),
    saveSponsor: ({ title, picture, shown }, id) => {
      const sponsor = { title: limitName(title.trim()).name, picture, shown };
      return change(
        () => backend().saveSponsor(sponsor, id),
        ({ sponsors }) => isListed(sponsors, sponsor),
      );
    },
    moveSponsor: async (id, by) => {
      const sponsors = $branding.get().branding?.sponsors ?? [];
      const ids = moved(sponsors, id, by);
      return ids && change(() => backend().orderSponsors(ids));
    },
    removeSponsor: (id) => change(() => backend().removeSponsor(id)),
    sendMark: async (kind, picture) => {
      try {
        return await backend().sendMark(kind, picture);
      } catch (error) {
        return failedBy(error, endedBy);
      }
    },
    markAddress: (id) => `${marksAddress(import.meta.env)}/${id}`,
  };
};
