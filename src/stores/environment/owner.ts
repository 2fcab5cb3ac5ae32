import { authBackend } from '../../backend/auth.ts';
import { ownerClient } from '../../backend/client.ts';
import type { AuthBackend, MatchBackend, TablesBackend } from '../../backend/contract.ts';
import { matchBackend } from '../../backend/matches.ts';
import { tablesBackend } from '../../backend/tables.ts';
import { browser, type Environment } from './browser.ts';
import { deviceEnvironment, type DeviceEnvironment } from './device.ts';

interface OwnerBackends {
  readonly auth: AuthBackend;
  readonly matches: MatchBackend;
  readonly tables: TablesBackend;
}

export type OwnerEnvironment = Environment &
  DeviceEnvironment & {
    readonly [Name in keyof OwnerBackends]: () => OwnerBackends[Name];
  };

/** An owner's world: this browser, and the backend with their session. */
export const ownerEnvironment = (): OwnerEnvironment => {
  let backends: OwnerBackends | undefined;
  // One client for all: each would keep and renew the session by itself.
  const connect = (): OwnerBackends => {
    if (!backends) {
      const client = ownerClient();
      backends = {
        auth: authBackend(client),
        matches: matchBackend(client, null),
        tables: tablesBackend(client),
      };
    }
    return backends;
  };
  return {
    ...browser,
    ...deviceEnvironment,
    auth: () => connect().auth,
    matches: () => connect().matches,
    tables: () => connect().tables,
  };
};
