import { authBackend } from '../backend/auth.ts';
import { ownerClient } from '../backend/client.ts';
import type { AuthBackend } from '../backend/contract.ts';
import { browser, type Environment } from './browser.ts';
import { once } from './once.ts';

/** The environment for signing in and setting a password. */
export interface AccountEnvironment extends Environment {
  readonly auth: () => AuthBackend;
}

/** This browser, and the backend's accounts. */
export const accountEnvironment = (): AccountEnvironment => ({
  ...browser,
  auth: once(() => authBackend(ownerClient())),
});
