import type {
  AccountBackend,
  AuthBackend,
  DevicesBackend,
  BrandingBackend,
  HealthBackend,
  MatchBackend,
  PicturesBackend,
  PlayersBackend,
  ResultsBackend,
  TablesBackend,
  TelevisionsBackend,
  WaitingBackend,
} from '../backend/contract.ts';
import { accountBackend } from '../backend/account.ts';
import { devicesBackend } from '../backend/devices.ts';
import { brandingBackend } from '../backend/branding.ts';
import { healthBackend } from '../backend/health.ts';
import { matchBackend } from '../backend/matches.ts';
import { picturesBackend } from '../backend/pictures.ts';
import { playersBackend } from '../backend/players.ts';
import type { Requests } from '../backend/requests.ts';
import { resultsBackend } from '../backend/results.ts';
import { tablesBackend } from '../backend/tables.ts';
import { televisionsBackend } from '../backend/televisions.ts';
import { waitingBackend } from '../backend/waiting.ts';
import { scoreAddress } from '../config/score.ts';
import { snapshotHost, type SnapshotHost } from '../config/snapshot.ts';
import { browser, type Environment } from './browser.ts';
import { deviceEnvironment, type DeviceEnvironment } from './device.ts';
import { beginFile, saveFile, type FileWriter } from './files.ts';
import { watchUserInput, type UserInputEnvironment } from './user-input.ts';

interface VenueBackends {
  readonly account: AccountBackend;
  readonly auth: AuthBackend;
  readonly matches: MatchBackend;
  readonly tables: TablesBackend;
  readonly pictures: PicturesBackend;
  readonly televisions: TelevisionsBackend;
  readonly devices: DevicesBackend;
  readonly branding: BrandingBackend;
  readonly health: HealthBackend;
  readonly results: ResultsBackend;
  readonly players: PlayersBackend;
  readonly waiting: WaitingBackend;
}

/** The environment for machines. */
export interface MachinesEnvironment {
  /** The absolute address of the score service. */
  readonly scoreService: () => string;
}

/** The environment for a venue's pictures. */
export interface PicturesEnvironment {
  /** The host of the pictures. */
  readonly snapshots: () => SnapshotHost;
  readonly fetch: (address: string, options: RequestInit) => Promise<unknown>;
}

/** The environment for saving files. */
export interface FilesEnvironment {
  /** Call it in a click handler, or soon after. */
  readonly saveFile: (name: string, text: string, type: string) => void;
  /** Begins a file that is saved on this device. Call it in a click handler. Null if the user cancels. */
  readonly beginFile: (name: string, type: string) => Promise<FileWriter | null>;
}

/** The environment of a venue's desk, for an owner or a device. */
export type VenueEnvironment = Environment &
  DeviceEnvironment &
  PicturesEnvironment &
  MachinesEnvironment &
  FilesEnvironment &
  UserInputEnvironment & {
    readonly [Name in keyof VenueBackends]: () => VenueBackends[Name];
  };

/** This browser, and the backend. `connect` supplies the user's requests; it is called once, on first use. */
export const venueEnvironment = (
  connect: () => { readonly requests: Requests; readonly auth: AuthBackend },
): VenueEnvironment => {
  let backends: VenueBackends | undefined;
  const open = (): VenueBackends => {
    if (backends) return backends;
    const { requests, auth } = connect();
    return (backends = {
      account: accountBackend(requests),
      auth,
      matches: matchBackend(requests),
      tables: tablesBackend(requests),
      pictures: picturesBackend(requests),
      televisions: televisionsBackend(requests),
      devices: devicesBackend(requests),
      branding: brandingBackend(requests),
      health: healthBackend(requests),
      results: resultsBackend(requests),
      players: playersBackend(requests),
      waiting: waitingBackend(requests),
    });
  };
  return {
    ...browser,
    ...deviceEnvironment,
    account: () => open().account,
    auth: () => open().auth,
    matches: () => open().matches,
    tables: () => open().tables,
    pictures: () => open().pictures,
    televisions: () => open().televisions,
    devices: () => open().devices,
    branding: () => open().branding,
    health: () => open().health,
    results: () => open().results,
    players: () => open().players,
    waiting: () => open().waiting,
    snapshots: () => snapshotHost(import.meta.env, location.origin, document.documentElement.lang),
    fetch: (address, options) => fetch(address, options),
    scoreService: () => new URL(scoreAddress(import.meta.env), location.origin).href,
    saveFile,
    beginFile,
    watchUserInput,
  };
};
