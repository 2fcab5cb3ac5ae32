import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import { failureIn, type Failure } from '../../core/failure.ts';
import type { FoundPlayer, HeadToHead, MergeOutcome, PlayerRecord } from '../../core/results/player.ts';
import type { PlayerScreen } from '../../core/venue/fragment.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createChange } from '../../browser/change.ts';
import { createTimer } from '../../browser/timer.ts';
import { foldedMore } from '../../browser/fold-due.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface SearchView {
  readonly typed: string;
  /** The players found for the last search, kept until the next answer; null before the first. */
  readonly found: readonly FoundPlayer[] | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

export interface PlayerView {
  /** The open screen; null if none is. */
  readonly screen: PlayerScreen | null;
  /** The last answer, kept through failures; null before the first. */
  readonly record: PlayerRecord | HeadToHead | null;
  /** Whether no counted result has these players. */
  readonly missing: boolean;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** Searches for players while the user types. */
export interface PlayerLookup {
  readonly $search: ReadableAtom<SearchView>;
  /** Searches for the typed text once typing pauses. */
  readonly search: (typed: string) => void;
}

/** A venue's players, as its results name them. */
export interface PlayerRecords extends PlayerLookup {
  readonly $player: ReadableAtom<PlayerView>;
  /** The search for a player to merge. */
  readonly others: PlayerLookup;
  /** Merges a player's names into another's. Resolves to the outcome, or to the failure. */
  readonly merge: (key: string, into: string) => Promise<MergeOutcome | Failure>;
  /** Splits off a merged name as a player again. Resolves to the failure, or to null. */
  readonly part: (key: string) => Promise<Failure | null>;
  readonly open: (screen: PlayerScreen) => void;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

interface PlayersOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

const PAUSE_MILLIS = 150;

const NO_SEARCH: SearchView = { typed: '', found: null, failure: null };
const NOBODY: PlayerView = { screen: null, record: null, missing: false, failure: null };

export const createPlayerRecords = (
  { players, results }: Pick<VenueEnvironment, 'players' | 'results'>,
  { isSignedIn, endedBy }: PlayersOptions,
): PlayerRecords => {
  const $player = atom(NOBODY);

  const createLookup = (): PlayerLookup & { readonly forget: () => void } => {
    const $search = atom(NO_SEARCH);
    const pause = createTimer();
    const look = async (typed: string): Promise<void> => {
      const isWanted = (): boolean => $search.get().typed === typed;
      try {
        const found = await players().findPlayers(typed);
        if (isWanted()) $search.set({ typed, found, failure: null });
      } catch (error) {
        const failure = failureIn(error);
        if (isWanted() && !endedBy(failure)) $search.set({ ...$search.get(), failure });
      }
    };
    return {
      $search,
      search: (typed) => {
        if (typed.trim() === '') {
          pause.stop();
          $search.set({ ...NO_SEARCH, typed });
          return;
        }
        $search.set({ ...$search.get(), typed });
        pause.set(PAUSE_MILLIS, () => void look(typed));
      },
      forget: () => {
        pause.stop();
        $search.set(NO_SEARCH);
      },
    };
  };
  const lookup = createLookup();
  const others = createLookup();

  const { refresh, forget } = keepFresh(
    $player,
    async (isLast) => {
      const { screen } = $player.get();
      if (!isSignedIn() || !screen) return true;
      const { key, versus } = screen;
      const isWanted = (): boolean => isLast() && $player.get().screen === screen;
      try {
        do {
          const record = await (versus === null
            ? players().getPlayer(key)
            : players().getHeadToHead(key, versus));
          if (!isWanted()) return true;
          $player.set({ screen, record, missing: record === null, failure: null });
        } while ((await foldedMore(results())) && isWanted());
        return true;
      } catch (error) {
        const failure = failureIn(error);
        if (isWanted() && !endedBy(failure)) $player.set({ ...$player.get(), failure });
        return false;
      }
    },
    () => false,
  );

  const change = createChange(() => {
    // Everything found or shown may now belong to another player.
    lookup.forget();
    return refresh();
  }, endedBy);

  return {
    $search: lookup.$search,
    search: lookup.search,
    others,
    $player,
    refresh,
    merge: async (key, into) => {
      let outcome: MergeOutcome = 'unknown';
      const failure = await change(async () => {
        outcome = await players().mergePlayers(key, into);
      });
      return failure ?? outcome;
    },
    part: (key) => change(() => players().partPlayer(key)),
    open: (screen) => {
      if (dequal(screen, $player.get().screen)) return;
      $player.set({ ...NOBODY, screen });
      void refresh();
    },
    forget: () => {
      forget();
      lookup.forget();
      others.forget();
      $player.set(NOBODY);
    },
  };
};
