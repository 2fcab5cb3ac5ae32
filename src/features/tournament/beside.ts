import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { May } from '../../backend/contract.ts';
import type { MatchOrder } from '../../core/match/new-match-draft.ts';
import type { Fixture } from '../../core/tournament/facts.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createTimer } from '../../browser/timer.ts';
import type { FetchedPart } from '../../kit/fetched.ts';
import type { TournamentInRoom } from '../room/props.ts';
import type { Tournaments } from './tournament.ts';

/* What others ask of tournaments, without loading them before. */

/** For how long the form of a fixture's match waits for what its tournament orders: without a network, it begins without. */
const ORDER_MILLIS = 4000;

/** What a tournament orders for the fixture at a table; null for none or without an answer, undefined while awaited. */
export const createOrder = (
  $fixture: ReadableAtom<Fixture | null>,
  $tournaments: Pick<FetchedPart<Tournaments>, 'subscribe'>,
): ReadableAtom<MatchOrder | null | undefined> => {
  const $order = atom<MatchOrder | null | undefined>(null);
  onBrowserMount($order, () => {
    const late = createTimer();
    let known: Fixture | null = null;
    let stop = (): void => {};
    const unwatch = $fixture.subscribe((fixture) => {
      if (dequal(fixture, known)) return;
      known = fixture;
      stop();
      stop = () => {};
      $order.set(fixture ? undefined : null);
      if (!fixture) return;
      const answer = (order: MatchOrder | null): void => {
        if (known === fixture) $order.set(order);
      };
      late.set(ORDER_MILLIS, () => $order.get() === undefined && answer(null));
      const unload = $tournaments.subscribe((tournaments) => {
        void tournaments?.orderOf(fixture).then(answer);
      });
      stop = () => {
        late.stop();
        unload();
      };
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
