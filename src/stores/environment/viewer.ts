import { viewerClient } from '../../backend/viewer.ts';
import type { ViewerBackend } from '../../backend/contract.ts';
import { viewerBackend } from '../../backend/overlays.ts';
import { browser, type Environment } from './browser.ts';
import { randomHex } from './random.ts';

export interface ViewerEnvironment extends Environment {
  readonly viewer: () => ViewerBackend;
  /** An id for this page's screen, another one each time. */
  readonly newScreen: () => string;
}

/** A viewer's world: this browser and the backend, whoever is signed in. */
export const viewerEnvironment = (): ViewerEnvironment => {
  let viewer: ViewerBackend | undefined;
  return {
    ...browser,
    viewer: () => (viewer ??= viewerBackend(viewerClient())),
    newScreen: () => randomHex(32),
  };
};
