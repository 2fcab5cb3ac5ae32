import { authBackend } from '../../backend/auth.ts';
import { ownerClient } from '../../backend/client.ts';
import type { AuthBackend, ScorerBackend } from '../../backend/contract.ts';
import { scorerBackend } from '../../backend/overlays.ts';
import { browser, type Environment } from './browser.ts';

export interface OwnerEnvironment extends Environment {
  readonly auth: () => AuthBackend;
  readonly scorer: () => ScorerBackend;
}

/** An owner's world: this browser, and the backend with their session. */
export const ownerEnvironment = (): OwnerEnvironment => {
  let backend: { readonly auth: AuthBackend; readonly scorer: ScorerBackend } | undefined;
  // One client for both: each would keep and renew the session by itself.
  const connect = () => {
    if (!backend) {
      const client = ownerClient();
      backend = { auth: authBackend(client), scorer: scorerBackend(client) };
    }
    return backend;
  };
  return { ...browser, auth: () => connect().auth, scorer: () => connect().scorer };
};
