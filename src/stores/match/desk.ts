import { atom, type ReadableAtom } from 'nanostores';
import type { ScorerBackend } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { overlayLink } from '../../core/overlay/address.ts';
import { createAccount, type AccountEnvironment, type AccountOptions } from '../account/account.ts';
import type { Environment } from '../environment/browser.ts';
import { onVisit } from '../visit.ts';
import type { SyncEnvironment } from './sync.ts';
import { createTableDesk, type Place, type TableDesk } from './table-desk.ts';

export interface DeskEnvironment
  extends AccountEnvironment, SyncEnvironment, Pick<Environment, 'storage' | 'address' | 'copyText'> {
  readonly scorer: () => ScorerBackend;
}

export type OwnOverlay =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly id: string; readonly link: string };

/** An owner's desk: their overlay and its link, and everything of its table. */
export interface Desk extends Omit<TableDesk, 'follow'> {
  readonly $overlay: ReadableAtom<OwnOverlay>;
  readonly retry: () => void;
  /** Gives whether the overlay's link was copied. */
  readonly copyLink: () => Promise<boolean>;
  readonly logOut: () => Promise<void>;
}

const RETRY_MILLIS = 5000;

/** The signed-in owner's desk. */
export const createDesk = (environment: DeskEnvironment, options: AccountOptions): Desk => {
  const { scorer, address, copyText } = environment;
  const { $user, $unreachable, endedBy, logOut } = createAccount(environment, options);
  const $overlay = atom<OwnOverlay>({ status: 'loading' });
  const $place = atom<Place | null>(null);
  const { follow, ...table } = createTableDesk(environment, $place, endedBy);
  let retry: ReturnType<typeof setTimeout> | undefined;

  const load = async (): Promise<void> => {
    clearTimeout(retry);
    const who = $user.get();
    if (who === null) return;
    try {
      const { id, token } = await scorer().ensureOverlay();
      if (who !== $user.get()) return;
      $place.set({ who, id, token });
      $overlay.set({ status: 'ready', id, link: overlayLink(address().origin, token) });
    } catch (thrown) {
      if (who !== $user.get()) return;
      const failure = failureIn(thrown);
      if (endedBy(failure)) return;
      $overlay.set({ status: 'failed', failure });
      retry = setTimeout(() => void load(), RETRY_MILLIS);
    }
  };

  onVisit($overlay, () => {
    const unfollow = follow();
    const unwatch = [
      $user.subscribe(() => {
        // Another person signed in to this browser: nothing of the first one's may stay.
        $place.set(null);
        $overlay.set({ status: 'loading' });
        void load();
      }),
      $unreachable.subscribe((unreachable) => {
        if (unreachable) $overlay.set({ status: 'failed', failure: { kind: 'offline' } });
      }),
    ];
    const online = (): void => {
      if ($overlay.get().status === 'failed') void load();
    };
    window.addEventListener('online', online);
    return () => {
      clearTimeout(retry);
      unwatch.forEach((stop) => stop());
      unfollow();
      window.removeEventListener('online', online);
    };
  });

  return {
    ...table,
    $overlay,
    logOut,
    retry: () => {
      $overlay.set({ status: 'loading' });
      void load();
    },
    copyLink: async () => {
      const overlay = $overlay.get();
      return overlay.status === 'ready' && copyText(overlay.link);
    },
  };
};
