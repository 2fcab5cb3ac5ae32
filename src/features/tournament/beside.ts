import { atom, type ReadableAtom } from 'nanostores';
import type { May } from '../../backend/contract.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { FetchedPart } from '../../kit/fetched.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Tournaments } from './tournament.ts';

/* What others ask of tournaments, without loading them before. */

/** The tournament that has tables in the room; null for none, and for those who may not see any. */
export const createInRoom = (
  $may: ReadableAtom<May>,
  $tournaments: FetchedPart<Tournaments>,
): ReadableAtom<TournamentInRoom | null> => {
  const $inRoom = atom<TournamentInRoom | null>(null);
  onBrowserMount($inRoom, () => {
    let stop = (): void => {};
    let unload: (() => void) | undefined;
    const unwatch = $may.subscribe((may) => {
      if (!may.has('list_tournaments')) return;
      unload ??= $tournaments.subscribe((tournaments) => {
        tournaments?.open(null);
        stop();
        stop = tournaments?.$inRoom.subscribe((now) => $inRoom.set(now)) ?? stop;
      });
    });
    return () => {
      unwatch();
      unload?.();
      stop();
    };
  });
  return $inRoom;
};
