import { atom, onNotify, type ReadableAtom } from 'nanostores';
import {
  DEVICE,
  deviceOf,
  WANTED,
  wantsCode,
  type DeviceView,
  type LetIn,
} from '../../core/devices/follow-device.ts';
import { chosenBy, pairedFragment } from '../../core/venue/fragment.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { DeviceEnvironment } from '../../browser/device.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createFollower } from '../../browser/follow.ts';
import { createKept } from '../../browser/kept.ts';
import { createKeptVenue } from '../../browser/kept-venue.ts';
import { forgetRoom } from '../room/kept-room.ts';

/** A table that a device may no longer score, with its unsent actions. */
export interface LeftTable {
  readonly id: string;
  readonly title: string;
}

/** The stored tables that a device may no longer score. */
interface Left {
  /** The device's former id. */
  readonly device: string;
  readonly tables: readonly LeftTable[];
}

/** The tables that a removed device, or a remote moved to another table, still shows. */
export interface LeftView extends Left {
  /** Whether any of these tables has unsent actions. */
  readonly isUnsent: boolean;
}

/** A phone or tablet of a venue. */
export interface Device {
  readonly $view: ReadableAtom<DeviceView>;
  /** Null until known, and if there are none. */
  readonly $left: ReadableAtom<LeftView | null>;
  /** Requests a code; a removed device becomes a new one. */
  readonly letIn: () => void;
  /** Discards the tables that are left, once the user has seen them. */
  readonly goOn: () => void;
  /** The desk's address for entering a code. */
  readonly pairingAddress: (deskPath: string, code: string) => string;
  /** The venue, as seen by the device with this id. */
  readonly venueAs: (id: string) => VenueEnvironment;
}

/**
 * A device, with its state stored in this browser. If storage is blocked, it stays paired as long as its page is open.
 */
export const createDevice = (environment: DeviceEnvironment): Device => {
  const { backend, newSecret, venueAs, offlineStore, now, address } = environment;
  const keptSecret = createKept<string>(environment, 'device-secret-1');
  const keptDevice = createKept<LetIn>(environment, 'device-1');
  const keptLeft = createKept<Left>(environment, 'device-left-1');
  const keptVenue = createKeptVenue(environment);
  const $left = atom<LeftView | null>(null);
  let secret: string | null = null;
  let isFollowing = false;
  let stop = (): void => {};

  const { $state, follow, refresh, note } = createFollower({
    subject: DEVICE,
    known: deviceOf(null),
    environment,
    ask: ({ known }) => {
      const own = secret ?? '';
      return wantsCode(known, now()) ? backend().beginPairing(own) : backend().askDevice(own);
    },
    listen: (topic, { onMessage, ...listener }) =>
      backend().listenDevice(topic, { ...listener, changed: () => onMessage(undefined) }),
  });
  const $view = derived([$state], ({ known }) => known.view);

  const start = (known = $state.get().known): void => {
    isFollowing = true;
    stop = follow(known);
  };

  /** Deletes a table's sent matches, unless it `stays`; resolves to what is left of them. */
  const forgetSent = async (
    device: string,
    table: string,
    stays: boolean,
  ): Promise<'nothing' | 'sent' | 'unsent'> => {
    const key = { who: device, table };
    try {
      const { matches } = await offlineStore().open(key);
      const sent = matches.filter(({ actions }) => actions.length === 0);
      const dropped = stays ? [] : sent.map(({ match }) => match.id);
      if (dropped.length > 0) await offlineStore().keep(key, { about: null, matches: [], dropped });
      if (sent.length < matches.length) return 'unsent';
      return stays && sent.length > 0 ? 'sent' : 'nothing';
    } catch {
      return 'nothing';
    }
  };

  /** The tables that a device may have scored: those already left, its venue's tables, and the table of a remote. */
  const tablesOf = (device: string, own: LeftTable | null): LeftTable[] => {
    const left = keptLeft.read();
    const all = [
      ...(left?.device === device ? left.tables : []),
      ...(keptVenue.of(device)?.tables ?? []),
      ...(own ? [own] : []),
    ];
    return [...new Map(all.map(({ id, title }) => [id, { id, title }])).values()];
  };

  const goOn = (): void => {
    keptLeft.forget();
    $left.set(null);
  };

  /** Keeps a remote's unsent actions of tables that are no longer its own. */
  const takeTable = async (before: LetIn, { id: device, table }: LetIn): Promise<void> => {
    if (table === null) {
      goOn();
      return;
    }
    const others = tablesOf(device, before.table).filter(({ id }) => id !== table.id);
    const found = await Promise.all(others.map(({ id }) => forgetSent(device, id, false)));
    const tables = others.filter((_, index) => found[index] === 'unsent');
    if (tables.length === 0) {
      goOn();
      return;
    }
    keptLeft.keep({ device, tables });
    $left.set({ device, tables, isUnsent: true });
  };

  /** Deletes everything about the venue, except unsent actions. */
  const leave = async (device: string): Promise<void> => {
    const known = keptDevice.read();
    const candidates = tablesOf(device, known?.table ?? null);
    keptDevice.forget();
    keptVenue.forget();
    forgetRoom(environment);
    // Never close a pad in use.
    const chosen = chosenBy(address().hash);
    const onPad = known && (known.table?.id ?? (chosen?.part === 'pad' ? chosen.table : null));
    const found = await Promise.all(
      candidates.map(async ({ id, title }) => ({
        id,
        title,
        left: await forgetSent(device, id, id === onPad),
      })),
    );
    const tables = found.filter(({ left }) => left !== 'nothing').map(({ id, title }) => ({ id, title }));
    // Including the open table. Its later taps aren't sent, and its sent matches are deleted on the next visit.
    keptLeft.keep({ device, tables });
    $left.set(
      tables.length > 0 ? { device, tables, isUnsent: found.some(({ left }) => left === 'unsent') } : null,
    );
  };

  let shown: DeviceView = $state.get().known.view;
  const keep = (): void => {
    const { view } = $state.get().known;
    if (view === shown) return;
    shown = view;
    if (view.status === 'letIn') {
      const before = keptDevice.read();
      keptDevice.keep(view.device);
      if (before?.id === view.device.id) void takeTable(before, view.device);
      else goOn();
    } else if (view.status === 'removed') void leave(view.id);
  };

  onBrowserMount($view, () => {
    const unwatch = onNotify($state, keep);
    secret = keptSecret.read();
    const known = keptDevice.read();
    const left = keptLeft.read();
    if (secret === null) note((before) => ({ ...before, view: { status: 'offering' } }));
    else if (known || !left) start(deviceOf(known));
    else start({ ...deviceOf(null), view: { status: 'removed', id: left.device } });
    return () => {
      stop();
      isFollowing = false;
      unwatch();
    };
  });

  return {
    $view,
    $left,
    letIn: () => {
      // Another tab may have asked meanwhile.
      if (shown.status === 'removed') secret = null;
      else secret = keptSecret.read() ?? secret;
      secret ??= newSecret();
      keptSecret.keep(secret);
      goOn();
      if (isFollowing) {
        note(() => WANTED);
        void refresh();
      } else start(WANTED);
    },
    goOn,
    pairingAddress: (deskPath, code) => `${address().origin}${deskPath}${pairedFragment(code)}`,
    venueAs: (id) => venueAs(secret ?? '', id),
  };
};
