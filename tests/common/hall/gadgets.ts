import { atom } from 'nanostores';
import type { Environment } from '../../../src/browser/browser.ts';
import type { TableKey } from '../../../src/browser/offline-store.ts';
import type { PageChange } from '../../../src/browser/page.ts';
import type { ScoringDeviceEnvironment } from '../../../src/browser/scoring-device.ts';
import type { TelevisionEnvironment } from '../../../src/browser/television.ts';
import type { UserInputEnvironment } from '../../../src/browser/user-input.ts';
import type { News } from '../../../src/core/match/kept.ts';
import type { Op } from '../../../src/core/room/list.ts';
import type { LetIn } from '../../../src/core/devices/follow-device.ts';
import type { MatchBackend, WaitingBackend } from '../../../src/backend/contract.ts';
import type { Client } from '../../unit/fakes/network.ts';
import type { fakeVenue, Who } from '../../unit/fakes/venue.ts';
import { fakeDisk } from '../../unit/match/fake-offline-store.ts';
import { fakeStorage } from '../../unit/fakes/browser-fakes.ts';
import { Broken } from './broken.ts';
import { CALM, hallClient, type HallClient, type Weather } from './network.ts';
import * as newest from './pages.ts';
import type { Pages } from './released.ts';
import type { HallTime, Life } from './time.ts';

/*
 * The devices of a hall: each runs the pages' own stores, and keeps only what those stored when it reloads. Those of the
 * last release, in an evening that has them, ask the newest server.
 */

export interface World {
  readonly time: HallTime;
  readonly random: () => number;
  readonly venue: ReturnType<typeof fakeVenue>;
  /** The last release, whose pages some devices still run; null if all have the newest. */
  readonly released: Pages | null;
  /** What was seen to break on the way. */
  readonly broken: Broken[];
}

/** A device with its open page, on which `part` runs. */
export interface Gadget<Part> {
  readonly name: string;
  readonly part: () => Part;
  readonly client: () => HallClient;
  /** Whether its page is one of the last release. */
  readonly isOld: () => boolean;
  readonly disk: ReturnType<typeof fakeDisk>;
  readonly lasting: Storage;
  /** Its page's own time. */
  readonly now: () => number;
  /** Does something on the page, as its user. Nothing while it sleeps. */
  readonly use: (work: (part: Part) => void) => void;
  readonly isAwake: () => boolean;
  readonly reload: () => void;
  /** Its page stops: what falls due meanwhile runs when it wakes. */
  readonly sleep: () => void;
  readonly wake: () => void;
  /** Sets its wall clock. */
  readonly jump: (millis: number) => void;
  /** When its wall clock was set. */
  readonly jumps: readonly number[];
  readonly cut: () => void;
  readonly restore: () => void;
  readonly setWeather: (weather: Weather) => void;
  /** Requests of all its pages. */
  readonly asked: () => number;
}

/** What a page's stores need of it. */
type PageEnvironment = Omit<Environment, 'fetchJson' | 'replaceBy' | 'copyText' | 'share'> &
  ScoringDeviceEnvironment &
  UserInputEnvironment &
  Pick<TelevisionEnvironment, 'newSecret' | 'newScreen'> & {
    /** Tells the page's stores. */
    readonly say: (change: PageChange) => void;
  };

/** A network whose errors are those that a release knows. */
const translated = (
  client: HallClient,
  { BackendError }: Pages,
): Pick<Client, 'request' | 'listen' | 'announce'> => ({
  ...client,
  request: (name, run) =>
    client.request(name, run).catch((error: unknown) => {
      throw error instanceof newest.BackendError ? new BackendError(error.failure) : error;
    }),
});

type Backends = ReturnType<World['venue']['connect']>;

const gadget = <Part>(
  { time, random, venue, released }: World,
  name: string,
  who: Who,
  mount: (pages: Pages, environment: PageEnvironment, backends: Backends) => Part,
  /** What it kept from before. */
  kept: Readonly<Record<string, unknown>> = {},
): Gadget<Part> => {
  const disk = fakeDisk();
  const lasting = fakeStorage();
  for (const [key, value] of Object.entries(kept)) lasting.setItem(key, JSON.stringify(value));
  const session = fakeStorage();
  const digits = String(Math.floor(random() * 1e12)).padStart(12, '0');
  let skewMillis = Math.round((random() - 0.5) * 600_000);
  const stopsClock = random() < 0.5;
  let sleptMillis = 0;
  let weather = CALM;
  const jumps: number[] = [];
  let ids = 0;
  let pages = 0;
  let before = 0;
  let unwatch = (): void => {};
  let old = released && random() < 0.5 ? released : null;
  const open = () => {
    const pages = old ?? newest;
    const life: Life = { isClosed: false, asleep: null, pausedMillis: 0 };
    const client = hallClient(time, life, random);
    client.weather = weather;
    const environment = environmentOf(life, client);
    let part: Part | undefined;
    // Its own network stands in for the fake of other tests, whose hooks nobody uses here.
    const backends = venue.connect(who, (old ? translated(client, old) : client) as unknown as Client);
    time.as(life, () => {
      part = mount(pages, environment, backends);
    });
    return { life, client, environment, part: part as Part };
  };
  const environmentOf = (life: Life, client: HallClient): PageEnvironment => {
    pages += 1;
    const page = String(pages);
    const openedMillis = time.now();
    const steadyMillis = (): number => time.now() - openedMillis - life.pausedMillis;
    const wallMillis = openedMillis + skewMillis;
    const watchers = new Set<(change: PageChange) => void>();
    return {
      tell: () => {},
      say: (change: PageChange): void => {
        for (const watcher of watchers) watcher(change);
      },
      now: () => wallMillis + steadyMillis(),
      isVisible: () => life.asleep === null,
      isOnline: () => !client.isCut,
      watchPage: (watcher: (change: PageChange) => void) => {
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
      storage: () => session,
      lasting: () => lasting,
      address: () => new URL('https://hall.test/'),
      goTo: () => {},
      watchUserInput: () => ({ wasIdle: () => false }),
      moment: () => ({
        wallMillis: time.now() + skewMillis,
        steadyMillis: steadyMillis(),
        life: `${name} ${page}`,
      }),
      chance: random,
      device: () => digits,
      newId: () =>
        `${digits.slice(0, 8)}-${digits.slice(8)}-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
      newSecret: () => `${digits}${String((ids += 1)).padStart(36, '0')}`,
      newScreen: () => `${digits}-${page}-${String((ids += 1))}`,
      offlineStore: () => {
        const store = disk.connect();
        return {
          ...store,
          watch: (key: TableKey, onNews: (news: News) => void) =>
            (unwatch = store.watch(key, (news) => time.after(1, life, () => onNews(news)))),
        };
      },
      reload: () => time.after(0, life, () => load(null)),
    };
  };
  /** Loads a page anew. */
  const load = (version: Pages | null): void => {
    const { isCut } = page.client;
    old = version;
    before += page.client.asked;
    page.life.isClosed = true;
    unwatch();
    page = open();
    if (isCut) page.client.cut();
  };
  let page = open();
  const say = (change: PageChange): void => time.after(0, page.life, () => page.environment.say(change));
  return {
    name,
    disk,
    lasting,
    now: () => page.environment.now(),
    part: () => page.part,
    client: () => page.client,
    use: (work) => {
      const { life, part } = page;
      if (!life.asleep) time.after(0, life, () => work(part));
    },
    isAwake: () => page.life.asleep === null,
    // A device without a network may have the old page stored.
    reload: () => load(old && random() < 0.5 ? old : null),
    isOld: () => old !== null,
    sleep: () => {
      say('hidden');
      const { life } = page;
      time.after(1, null, () => {
        if (life.isClosed || life.asleep) return;
        life.asleep = [];
        sleptMillis = time.now();
      });
    },
    wake: () => {
      if (page.life.asleep === null) return;
      // Some devices stop a page's clock meanwhile.
      if (stopsClock) page.life.pausedMillis += time.now() - sleptMillis;
      time.wake(page.life);
      say('visible');
    },
    jump: (millis) => {
      skewMillis += millis;
      jumps.push(time.now());
    },
    jumps,
    cut: () => {
      page.client.cut();
      say('offline');
    },
    restore: () => {
      if (!page.client.isCut) return;
      page.client.restore();
      say('online');
    },
    setWeather: (next) => {
      weather = next;
      page.client.weather = next;
    },
    asked: () => before + page.client.asked,
  };
};

/** Notes if a screen goes back to something older. */
const forward = <Shown>({ broken }: World, name: string, numberOf: (shown: Shown) => number | undefined) => {
  let last = 0;
  return (shown: Shown): void => {
    const number = numberOf(shown) ?? last;
    if (number < last) broken.push(new Broken('screens', `${name} goes back from ${last} to ${number}`));
    last = number;
  };
};

/** A page that shows one table's board. */
export const openOverlay = (world: World, name: string, token: string) =>
  gadget(world, name, { owner: 'nobody' }, ({ createLiveOverlay }, environment, { matches }) => {
    const live = createLiveOverlay({
      backend: () => matches,
      $key: atom(token),
      environment,
      screen: environment.newScreen(),
    });
    live.$live.listen(forward(world, name, ({ board }) => board?.rev));
    return live;
  });

/** A page that scores one table. */
const scoringOn = (
  { createLiveOverlay, createTableSync, createScoring }: Pages,
  environment: Parameters<Pages['createTableSync']>[0],
  who: string,
  table: string,
) => {
  const live = createLiveOverlay({ backend: environment.matches, $key: atom(table), environment });
  const sync = createTableSync(environment, { who, table, live });
  const scoring = createScoring(sync);
  scoring.$scored.listen(() => {});
  return { live, sync, scoring };
};

export type Pad = Gadget<ReturnType<typeof scoringOn>>;

/** A pad that scores one table, as whoever it is: a scorer link or a remote. `noting` sees its requests. */
export const openPad = (
  world: World,
  name: string,
  who: Who,
  id: string,
  table: string,
  noting: (matches: MatchBackend) => MatchBackend,
): Pad =>
  gadget(world, name, who, (pages, environment, { matches }) => {
    const noted = noting(matches);
    return scoringOn(pages, { ...environment, matches: () => noted }, id, table);
  });

/** A phone of the staff, with the waiting list. `onChange` sees its changes. */
export const openPhone = (
  world: World,
  name: string,
  secret: string,
  device: LetIn,
  onChange: (op: Op) => void,
) =>
  gadget(
    world,
    name,
    { device: secret },
    ({ createDevice, createRoom }, environment, backends) => {
      const letIn = createDevice({
        ...environment,
        backend: () => backends.device,
        venueAs: () => {
          throw new Error('the hall opens its venue itself');
        },
      } as never);
      const waiting: WaitingBackend = {
        ...backends.waiting,
        changeWaiting: (op) => {
          onChange(op);
          return backends.waiting.changeWaiting(op);
        },
      };
      const room = createRoom(
        { ...environment, waiting: () => waiting },
        { serverNow: world.time.now, endedBy: () => false },
      );
      room.startWith(device.id);
      letIn.$view.listen(() => {});
      room.$room.listen(forward(world, name, ({ list }) => list?.seq));
      return { device: letIn, room };
    },
    { 'device-secret-1': secret, 'device-1': device },
  );

export type Phone = ReturnType<typeof openPhone>;

/** A television that was paired. */
export const openTelevision = (world: World, name: string) =>
  gadget(world, name, { owner: 'nobody' }, ({ createTelevision }, environment, backends) => {
    const television = createTelevision({
      ...environment,
      viewer: () => backends.matches,
      television: () => backends.television,
    } as never);
    television.$view.listen(() => {});
    television.tables.$tables.listen((tables) => {
      for (const { $live } of tables) $live.listen(() => {});
    });
    return television;
  });
