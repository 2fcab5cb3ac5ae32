import { atom } from 'nanostores';
import { onTestFinished, vi } from 'vitest';
import type { SentBoard } from '../../../src/backend/contract.ts';
import { sentBoard } from '../../../src/core/match/sent-board.ts';
import { page } from '../../../src/browser/page.ts';
import { createScoring, type Scored } from '../../../src/features/match/scoring.ts';
import { createTableSync } from '../../../src/features/match/sync.ts';
import { createLiveOverlay } from '../../../src/features/board/live.ts';
import { fakeVenue, type Call } from '../fakes/venue.ts';
import { fakeStorage } from '../fakes/browser-fakes.ts';
import { fakeDevice } from './fake-device.ts';
import { fakeDisk } from './fake-offline-store.ts';

const NAMES = { p1: 'Salma', p2: 'Youssef' };
export const POOL = {
  ...NAMES,
  raceTo: 50,
  breaks: 'alternate',
  first: 'A',
  balls: 'redsAndYellows',
  extensions: 1,
};
export const SNOOKER = { ...NAMES, bestOf: 3, reds: 15, first: 'A', handicap: { A: 0, B: 0 } };

interface PageOptions {
  /** The browser's storage; pages of one browser share it, and their device's number. */
  readonly disk?: ReturnType<typeof fakeDisk>;
  readonly device?: number;
  readonly storage?: Storage;
  /** Who scores: an account, unless there is a link. */
  readonly who?: string;
  readonly link?: string;
}

/** A venue with one table, and pages that score it. `onCall` is as in `fakeVenue`. */
export const openTable = async (onCall?: (call: Call) => void) => {
  const server = fakeVenue(undefined, onCall);
  const [table] = (await server.connect({ owner: 'me' }).tables.listTables()).tables;
  if (!table) throw new Error('no table was made');
  let pages = 0;

  const open = ({
    device = ++pages,
    disk = fakeDisk(),
    storage = fakeStorage(),
    who = 'me',
    link,
  }: PageOptions = {}) => {
    const { matches, network } = server.connect(link === undefined ? { owner: who } : { link });
    const environment = {
      ...fakeDevice(device, disk),
      ...page,
      matches: () => matches,
      now: () => Date.now(),
      storage: () => storage,
    };
    const live = createLiveOverlay({ backend: () => matches, $key: atom(table.token), environment });
    const sessionEnded = vi.fn<() => void>();
    const sync = createTableSync(environment, { who, table: table.id, live, sessionEnded });
    const scoring = createScoring(sync);
    const stop = scoring.$scored.listen(() => {});
    const scored = (): Scored => {
      const known = scoring.$scored.get();
      if (!known) throw new Error('nothing is known of the match');
      return known;
    };
    const view = (state: object): SentBoard => sentBoard(scored().rules, state);
    const close = (): void => {
      stop();
      sync.close();
    };
    onTestFinished(close);
    return {
      device,
      sync,
      scoring,
      network,
      disk,
      storage,
      sessionEnded,
      close,
      live,
      scored,
      reload: environment.reload,
      /** The scores that the person sees, and those on air as far as this page knows. */
      seen: () => view(scored().state),
      onAir: () => view(scored().onAir),
    };
  };
  return { server, table, open };
};
