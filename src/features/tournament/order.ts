import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { MatchOrder } from '../../core/match/new-match-draft.ts';
import type { Fixture } from '../../core/tournament/facts.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { FetchedPart } from '../../kit/fetched.ts';
import type { Tournaments } from './tournament.ts';

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
