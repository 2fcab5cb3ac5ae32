import { atom, type ReadableAtom } from 'nanostores';
import { TOURNAMENT, type FollowedTournament } from '../../core/tournament/follow-tournament.ts';
import { parsePublicTournament } from '../../core/tournament/shown.ts';
import { tournamentAddress, tournamentCall, tournamentInAddress } from '../../core/tournament/address.ts';
import { ownAnswer } from '../../core/snapshot/snapshot-replies.ts';
import { localeOf } from '../../i18n/urls.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createFollower } from '../../browser/follow.ts';
import type { SnapshotEnvironment } from '../../browser/snapshot.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

const ANSWER_MILLIS = 15_000;

/** The tournament in the service's answer. */
const readTournamentReply = (reply: unknown): FollowedTournament => {
  const shown = parsePublicTournament(reply);
  return typeof shown === 'string' ? { kind: shown } : { kind: 'shown', shown };
};

export interface TournamentViewer {
  readonly $tournament: ReadableAtom<FollowedTournament>;
  /** The visitor's own entry, from the address's fragment, which no server sees; null if none is chosen. */
  readonly $own: ReadableAtom<number | null>;
  readonly choose: (entry: number | null) => void;
  readonly refresh: () => void;
}

/** The state of a tournament's page, whose address names the tournament. */
export const createTournamentViewer = (environment: SnapshotEnvironment): TournamentViewer => {
  const { $state, follow, refresh } = createFollower({
    subject: TOURNAMENT,
    known: { kind: 'loading' },
    environment,
    ask: (_state, signal) => {
      const id = tournamentInAddress(environment.address());
      if (id === undefined) return Promise.resolve({ kind: 'unknown' } as const);
      return withTimeout(signal, ANSWER_MILLIS, async (limit) => {
        const answer = await environment.fetch(tournamentCall(environment.ownService(), id), {
          cache: 'no-store',
          signal: limit,
        });
        return readTournamentReply(ownAnswer(await answer.text()));
      });
    },
    listen: () => () => {},
    spread: environment.spread,
  });
  const $tournament = derived([$state], ({ known }) => known);
  const $own = atom<number | null>(null);

  onBrowserMount($tournament, () => {
    const { origin, pathname } = environment.address();
    const id = tournamentInAddress({ pathname });
    if (id !== undefined) environment.nameLink(origin + tournamentAddress(localeOf(pathname), id));
    const readOwn = (): void => $own.set(Number(environment.address().hash.slice(1)) || null);
    readOwn();
    const unwatch = environment.watchPage((change) => {
      if (change === 'address') readOwn();
    });
    const end = follow($state.get().known);
    return () => {
      end();
      unwatch();
    };
  });

  return {
    $tournament,
    $own,
    choose: (entry) => environment.replaceBy(`#${entry ?? ''}`),
    refresh: () => void refresh(),
  };
};
