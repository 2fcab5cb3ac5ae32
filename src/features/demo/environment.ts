import type { MatchBackend, SentAction } from '../../backend/contract.ts';
import { memoryBackend } from '../../backend/memory.ts';
import { boardAfter, DEMO_GAME, shortMatch, shownAfter, shownMatch } from './games.ts';
import type { Named } from '../../rules/players.ts';
import { browser } from '../../browser/browser.ts';
import { scoringDeviceEnvironment, type ScoringDeviceEnvironment } from '../../browser/scoring-device.ts';
import type { OfflineStore } from '../../browser/offline-store.ts';
import { once } from '../../browser/once.ts';
import { randomHex, randomId } from '../../browser/random.ts';
import type { ViewerEnvironment } from '../../browser/viewer.ts';

/** Where the demo runs: on its own page, or in place of the front page's board, which has played for some seconds. */
export type DemoPlace = 'page' | { readonly playedOn: number };

export interface DemoEnvironment extends ViewerEnvironment, ScoringDeviceEnvironment {
  readonly table: string;
  readonly matches: () => MatchBackend;
}

const TOKEN = 'demo'.repeat(6);

export const memoryStorage = (): Storage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
};

/** Stores nothing: reloading the page starts over. */
const forgetful: OfflineStore = {
  open: async () => ({ current: null, matches: [] }),
  keep: async () => {},
  watch: () => () => {},
};

/** The actions before the visitor arrived: the racks won so far and the running clock. */
const doneBefore = (place: DemoPlace, newId: () => string): SentAction[] => {
  const done = (kind: string, body: SentAction['body'], secondsAgo = 0): SentAction => ({
    id: newId(),
    kind,
    body,
    agoMillis: secondsAgo * 1000,
  });
  if (place === 'page') return [done('clock.start', {})];
  const { racks, playedSeconds } = shownAfter(place.playedOn);
  return [
    done('clock.start', {}, playedSeconds),
    ...racks.map((side, index) =>
      done('rack', { side }, Math.round(playedSeconds * (1 - (index + 1) / racks.length))),
    ),
  ];
};

/**
 * The demo's environment: this browser, and one table in the page's memory with this title and these players.
 * It sends nothing to the backend and stores nothing.
 */
export const demoEnvironment = (place: DemoPlace, names: Named, title: string): DemoEnvironment => {
  const storage = memoryStorage();
  const device = randomHex(12);
  const newId = (): string => randomId(device);
  const table = newId();
  const matches = once((): MatchBackend => {
    const begun = place === 'page' ? shortMatch(DEMO_GAME, names) : shownMatch(names);
    const actions = doneBefore(place, newId);
    const board = boardAfter(begun, actions);
    const first = { ...begun, match: newId(), rules: board.rules, board, actions };
    const faces = [names.p1, names.p2].map((name) => ({ name, flag: 'MA', picture: null }));
    const branding = { table: title, faces, sponsors: [] };
    return memoryBackend({ id: table, token: TOKEN, branding, first }, browser.now);
  });
  return {
    ...browser,
    ...scoringDeviceEnvironment,
    storage: () => storage,
    lasting: () => storage,
    // The television needs an address, although it has no page of its own.
    address: () => new URL(`https://demo.invalid/overlay/${TOKEN}`),
    device: () => device,
    newId,
    offlineStore: () => forgetful,
    newScreen: () => randomHex(32),
    table,
    matches,
    viewer: matches,
  };
};
