import { setMaxListeners } from 'node:events';
import { atom } from 'nanostores';
import { onTestFinished, vi } from 'vitest';
import type { MatchBackend, Table } from '../../../src/backend/contract.ts';
import type { Board } from '../../../src/core/overlay/board.ts';
import type { Entry } from '../../../src/rules/log.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { unknownMatch, type MatchState } from '../../../src/core/match/state.ts';
import { currentOf } from '../../../src/core/match/table.ts';
import { ownerEnvironment } from '../../../src/browser/owner.ts';
import { page } from '../../../src/browser/page.ts';
import { createScoring } from '../../../src/features/match/scoring.ts';
import { createTableSync } from '../../../src/features/match/sync.ts';
import { viewerEnvironment } from '../../../src/browser/viewer.ts';
import { createBoardClocks, type BoardClocks } from '../../../src/features/board/board-clocks.ts';
import { createLiveOverlay } from '../../../src/features/board/live.ts';
import { DEMO } from '../../../supabase/embedded/ops/demo.ts';
import { signInToDemo } from '../../embedded/processes.ts';
import { fakeStorage, stubBrowser } from '../../unit/fakes/browser-fakes.ts';
import { fakeDevice } from '../../unit/match/fake-device.ts';
import { fakeDisk } from '../../unit/match/fake-offline-store.ts';

/** A venue at `origin`: its pads and screens, with the app's own stores, adapters and queues, over a real network. */

/** How soon every screen must show the right board once the server answers again. */
export const SOON_MILLIS = 2000;

/** For events without a promised time: a restart, or a queue that waits up to 15 s between two attempts. */
export const PATIENT = { timeout: 60_000, interval: 10 };

const POOL = {
  p1: 'Salma',
  p2: 'Youssef',
  raceTo: 50,
  breaks: 'alternate',
  first: 'A',
  balls: 'redsAndYellows',
  extensions: 1,
};

/** All entries of a match. */
export const wholeLog = async (matches: MatchBackend, match: string): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for (let more = true; more;) {
    const answer = await matches.getLog(match, entries.length);
    entries.push(...answer.entries);
    ({ more } = answer);
  }
  return entries;
};

export const openVenue = async (origin: string) => {
  stubBrowser();
  // As many pages as a venue has, in one.
  setMaxListeners(0, window, document);
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('localStorage', fakeStorage());
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const owner = ownerEnvironment();
  await owner.auth().signIn(DEMO.email, DEMO.password);
  const matches = owner.matches();
  const tables = async (count: number): Promise<readonly Table[]> => {
    for (let number = (await owner.tables().listTables()).tables.length; number < count; number += 1)
      await owner.tables().addTable(`Table ${number + 1}`, 'pool');
    return (await owner.tables().listTables()).tables.slice(0, count);
  };

  /** A device that scores a table; with a disk, one that did before. */
  const openPad = (table: Table, number: number, disk = fakeDisk()) => {
    const environment = {
      ...fakeDevice(number, disk),
      ...page,
      matches: () => matches,
      now: () => Date.now(),
      storage: () => fakeStorage(),
    };
    const live = createLiveOverlay({ backend: () => matches, $key: atom(table.token), environment });
    const sync = createTableSync(environment, { who: 'owner', table: table.id, live });
    const scoring = createScoring(sync);
    const stop = scoring.$scored.listen(() => {});
    const match = (): MatchState => currentOf(sync.$table.get()) ?? unknownMatch('', '');
    const close = (): void => {
      stop();
      sync.close();
    };
    onTestFinished(close);
    return {
      disk,
      scoring,
      close,
      match,
      begin: () => scoring.begin('eight-ball', POOL),
      answer: (id: string) => sync.dispatchTo(match().id, { type: 'answer', id, choice: 'again' }),
      /** The ids of what the server said that it has. */
      acknowledged: (): readonly string[] => match().log.actions.map(({ id }) => id),
      /** The ids of what the person is asked about. */
      asked: (): readonly string[] => match().questions.flatMap(({ actions }) => actions.map(({ id }) => id)),
      isSettled: (): boolean => match().play !== null && match().pending.length === 0,
      /** The score by its copy of the log. */
      score: (): string => {
        const { play, log } = match();
        const board = play && sentBoard(play.rules, log.fold.state);
        return board ? `${board.s1}:${board.s2}` : '';
      },
    };
  };

  /** A screen's state of a table. */
  const follow = ({ token }: Pick<Table, 'token'>) => {
    const backend = viewerEnvironment().viewer();
    const environment = { ...page, now: () => Date.now() };
    const { $live } = createLiveOverlay({ backend: () => backend, $key: atom(token), environment });
    onTestFinished($live.listen(() => {}));
    return $live;
  };
  /** A screen that shows a table. Returns its state. */
  const openScreen = (table: Pick<Table, 'token'>): (() => Board | null) => {
    const $live = follow(table);
    return () => $live.get().board;
  };
  /** The clocks of such a screen. */
  const openClocks = (table: Pick<Table, 'token'>): BoardClocks => {
    const clocks = createBoardClocks(follow(table), () => Date.now());
    onTestFinished(clocks.$clockText.listen(() => {}));
    onTestFinished(clocks.$visitText.listen(() => {}));
    return clocks;
  };

  const boardOf = async ({ token }: Pick<Table, 'token'>): Promise<Board> => {
    const answer = await matches.getOverlay(token);
    if (!answer) throw new Error('There is no such overlay');
    return answer.board;
  };

  const { client } = await signInToDemo(origin);
  /** Saves a name by the interface of rows. Gives the status that it was answered. */
  const save = async ({ token }: Pick<Table, 'token'>, p1: string): Promise<number> =>
    (await client.from('public_overlays').update({ p1 }).eq('url_token', token)).status;

  return { owner, matches, tables, openPad, follow, openScreen, openClocks, boardOf, save };
};

export type Pad = ReturnType<Awaited<ReturnType<typeof openVenue>>['openPad']>;

/** The middle one and the longest, in words. */
export const figures = (millis: readonly number[]): string => {
  const sorted = [...millis].sort((a, b) => a - b).map(Math.round);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms, of ${sorted.length}`;
};
