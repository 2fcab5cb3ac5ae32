import type { TelevisionBackend } from '../backend/contract.ts';
import { televisionBackend } from '../backend/television.ts';
import { anonymousRequests } from '../backend/requests.ts';
import { viewerFetch } from '../backend/viewer.ts';
import { once } from './once.ts';
import { newSecret } from './random.ts';
import { viewerEnvironment, type ViewerEnvironment } from './viewer.ts';

export interface TelevisionEnvironment extends ViewerEnvironment {
  readonly television: () => TelevisionBackend;
  /** A new random secret for a television. */
  readonly newSecret: () => string;
}

/** A television's environment: this browser and the backend, without a session. */
export const televisionEnvironment = (): TelevisionEnvironment => ({
  ...viewerEnvironment(),
  television: once(() => televisionBackend(anonymousRequests(viewerFetch()))),
  newSecret,
});
