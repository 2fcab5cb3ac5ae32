import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { May } from '../../backend/contract.ts';
import type { MatchOrder } from '../../core/match/new-match-draft.ts';
import type { Fixture } from '../../core/tournament/facts.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { FetchedPart } from '../../kit/fetched.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Tournaments } from './tournament.ts';

/* What others ask of tournaments, without loading them before. */

/** What a tournament orders for the fixture at a table; null for none, and until it is known. */
export const createOrder = (
  $fixture: ReadableAtom<Fixture | null>,
  $tournaments: FetchedPart<Tournaments>,
): ReadableAtom<MatchOrder | null> => {
  const $order = atom<MatchOrder | null>(null);
  onBrowserMount($order, () => {
    let known: Fixture | null = null;
    let stop = (): void => {};
    const unwatch = $fixture.subscribe((fixture) => {
      if (dequal(fixture, known)) return;
      known = fixture;
      stop();
      stop = () => {};
      $order.set(null);
      if (!fixture) return;
      stop = $tournaments.subscribe((tournaments) => {
        void tournaments?.orderOf(fixture).then((order) => {
          if (known === fixture) $order.set(order);
        });
      });
    });
    return () => {
      unwatch();
      stop();
    };
  });
  return $order;
};

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
