import { authBackend } from '../../backend/auth.ts';
import { ownerClient } from '../../backend/client.ts';
import type { AuthBackend, MatchBackend, ScorerBackend, TablesBackend } from '../../backend/contract.ts';
import { matchBackend } from '../../backend/matches.ts';
import { scorerBackend } from '../../backend/overlays.ts';
import { tablesBackend } from '../../backend/tables.ts';
import { browser, type Environment } from './browser.ts';

interface OwnerBackends {
  readonly auth: AuthBackend;
  readonly scorer: ScorerBackend;
  readonly matches: MatchBackend;
  readonly tables: TablesBackend;
}

export type OwnerEnvironment = Environment & {
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
        scorer: scorerBackend(client),
        matches: matchBackend(client, null),
        tables: tablesBackend(client),
      };
    }
    return backends;
  };
  return {
    ...browser,
    auth: () => connect().auth,
    scorer: () => connect().scorer,
    matches: () => connect().matches,
    tables: () => connect().tables,
  };
};
