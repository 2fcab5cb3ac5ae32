import type { AuthBackend } from '../backend/contract.ts';
import { accountBackend } from '../backend/account.ts';
import { devicesBackend } from '../backend/devices.ts';
import { brandingBackend } from '../backend/branding.ts';
import { healthBackend } from '../backend/health.ts';
import { matchBackend } from '../backend/matches.ts';
import { pairingBackend } from '../backend/pairing.ts';
import { picturesBackend } from '../backend/pictures.ts';
import { playersBackend } from '../backend/players.ts';
import type { Requests } from '../backend/requests.ts';
import { resultsBackend } from '../backend/results.ts';
import { tablesBackend } from '../backend/tables.ts';
import { televisionsBackend } from '../backend/televisions.ts';
import { tournamentsBackend } from '../backend/tournaments.ts';
import { waitingBackend } from '../backend/waiting.ts';
import { scoreAddress } from '../config/score.ts';
import { snapshotHost, type SnapshotHost } from '../config/snapshot.ts';
import { browser, type Environment } from './browser.ts';
import { once } from './once.ts';
import { scoringDeviceEnvironment, type ScoringDeviceEnvironment } from './scoring-device.ts';
import { beginFile, saveFile, type FileWriter } from './files.ts';
import { watchUserInput, type UserInputEnvironment } from './user-input.ts';

/** A venue's adapters, by what they are about. */
const ADAPTERS = {
  account: accountBackend,
  branding: brandingBackend,
  devices: devicesBackend,
  health: healthBackend,
  matches: matchBackend,
  pairing: pairingBackend,
  pictures: picturesBackend,
  players: playersBackend,
  results: resultsBackend,
  tables: tablesBackend,
  televisions: televisionsBackend,
  tournaments: tournamentsBackend,
  waiting: waitingBackend,
};

/** A venue's backend, each part made on first use. */
type VenueBackend = {
  readonly [Name in keyof typeof ADAPTERS]: () => ReturnType<(typeof ADAPTERS)[Name]>;
} & {
  readonly auth: () => AuthBackend;
};

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
  ScoringDeviceEnvironment &
  PicturesEnvironment &
  MachinesEnvironment &
  FilesEnvironment &
  UserInputEnvironment &
  VenueBackend;

/** This browser, and the backend. `connect` supplies the user's requests; it is called once, on first use. */
export const venueEnvironment = (
  connect: () => { readonly requests: Requests; readonly auth: AuthBackend },
): VenueEnvironment => {
  const connection = once(connect);
  const adapters = Object.entries(ADAPTERS).map(([name, adapter]) => [
    name,
    once(() => adapter(connection().requests)),
  ]);
  return {
    ...browser,
    ...scoringDeviceEnvironment,
    ...(Object.fromEntries(adapters) as Omit<VenueBackend, 'auth'>),
    auth: () => connection().auth,
    snapshots: () => snapshotHost(import.meta.env, location.origin, document.documentElement.lang),
    fetch: (address, options) => fetch(address, options),
    scoreService: () => new URL(scoreAddress(import.meta.env), location.origin).href,
    saveFile,
    beginFile,
    watchUserInput,
  };
};
