import { accountBackend } from '../../backend/account.ts';
import { authBackend } from '../../backend/auth.ts';
import { ownerClient } from '../../backend/client.ts';
import type {
  AccountBackend,
  AuthBackend,
  DressingBackend,
  MatchBackend,
  PicturesBackend,
  PlayersBackend,
  ResultsBackend,
  TablesBackend,
  TelevisionsBackend,
} from '../../backend/contract.ts';
import { dressingBackend } from '../../backend/dressing.ts';
import { matchBackend } from '../../backend/matches.ts';
import { picturesBackend } from '../../backend/pictures.ts';
import { playersBackend } from '../../backend/players.ts';
import { resultsBackend } from '../../backend/results.ts';
import { tablesBackend } from '../../backend/tables.ts';
import { televisionsBackend } from '../../backend/televisions.ts';
import { scoreAddress } from '../../config/score.ts';
import { snapshotHost, type SnapshotHost } from '../../config/snapshot.ts';
import { browser, type Environment } from './browser.ts';
import { deviceEnvironment, type DeviceEnvironment } from './device.ts';
import { beginFile, saveFile, type FileWriter } from './files.ts';

interface OwnerBackends {
  readonly account: AccountBackend;
  readonly auth: AuthBackend;
  readonly matches: MatchBackend;
  readonly tables: TablesBackend;
  readonly pictures: PicturesBackend;
  readonly televisions: TelevisionsBackend;
  readonly dressing: DressingBackend;
  readonly results: ResultsBackend;
  readonly players: PlayersBackend;
}

/** The environment for machines. */
export interface MachinesEnvironment {
  /** The absolute address of the score service. */
  readonly scoreService: () => string;
}

/** The environment for a venue's pictures. */
export interface PicturesEnvironment {
  /** Where pictures come from. */
  readonly snapshots: () => SnapshotHost;
  readonly fetch: (address: string, options: RequestInit) => Promise<unknown>;
  /** Prints the page; call it in a click handler. */
  readonly print: () => void;
}

/** The environment for files that a venue's owner takes away. */
export interface FilesEnvironment {
  /** Call it in a click handler, or soon after. */
  readonly saveFile: (name: string, text: string, type: string) => void;
  /** Begins a file that is saved on this device; call it in a click handler. Null if the person declines. */
  readonly beginFile: (name: string, type: string) => Promise<FileWriter | null>;
}

export type OwnerEnvironment = Environment &
  DeviceEnvironment &
  PicturesEnvironment &
  MachinesEnvironment &
  FilesEnvironment & {
    readonly [Name in keyof OwnerBackends]: () => OwnerBackends[Name];
  };

/** An owner's environment: this browser, and the backend with their session. */
export const ownerEnvironment = (): OwnerEnvironment => {
  let backends: OwnerBackends | undefined;
  // All share one client, because each client would renew the session on its own.
  const connect = (): OwnerBackends => {
    if (!backends) {
      const client = ownerClient();
      backends = {
        account: accountBackend(client),
        auth: authBackend(client),
        matches: matchBackend(client, null),
        tables: tablesBackend(client),
        pictures: picturesBackend(client),
        televisions: televisionsBackend(client),
        dressing: dressingBackend(client),
        results: resultsBackend(client),
        players: playersBackend(client),
      };
    }
    return backends;
  };
  return {
    ...browser,
    ...deviceEnvironment,
    account: () => connect().account,
    auth: () => connect().auth,
    matches: () => connect().matches,
    tables: () => connect().tables,
    pictures: () => connect().pictures,
    televisions: () => connect().televisions,
    dressing: () => connect().dressing,
    results: () => connect().results,
    players: () => connect().players,
    snapshots: () => snapshotHost(import.meta.env, location.origin, document.documentElement.lang),
    fetch: (address, options) => fetch(address, options),
    scoreService: () => new URL(scoreAddress(import.meta.env), location.origin).href,
    print: () => window.print(),
    saveFile,
    beginFile,
  };
};
