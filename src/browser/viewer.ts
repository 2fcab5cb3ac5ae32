import type { ViewerBackend } from '../backend/contract.ts';
import { viewerBackend } from '../backend/overlays.ts';
import { anonymousRequests } from '../backend/requests.ts';
import { viewerFetch } from '../backend/viewer.ts';
import { browser, type Environment } from './browser.ts';
import { once } from './once.ts';
import { randomHex } from './random.ts';

export interface ViewerEnvironment extends Environment {
  readonly viewer: () => ViewerBackend;
  /** A new random id for this page's screen. */
  readonly newScreen: () => string;
}

/** A viewer's environment: this browser and the backend, ignoring any session. */
export const viewerEnvironment = (): ViewerEnvironment => ({
  ...browser,
  viewer: once(() => viewerBackend(anonymousRequests(viewerFetch()))),
  newScreen: () => randomHex(32),
});
