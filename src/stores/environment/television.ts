import type { TelevisionBackend } from '../../backend/contract.ts';
import { televisionBackend } from '../../backend/television.ts';
import { viewerClient } from '../../backend/viewer.ts';
import { randomHex } from './random.ts';
import { viewerEnvironment, type ViewerEnvironment } from './viewer.ts';

const SECRET_DIGITS = 48;

export interface TelevisionEnvironment extends ViewerEnvironment {
  readonly television: () => TelevisionBackend;
  /** What a television proves itself by, another one each time. */
  readonly newSecret: () => string;
}

/** A television's world: this browser and the backend, where it is nobody. */
export const televisionEnvironment = (): TelevisionEnvironment => {
  let television: TelevisionBackend | undefined;
  return {
    ...viewerEnvironment(),
    television: () => (television ??= televisionBackend(viewerClient())),
    newSecret: () => randomHex(SECRET_DIGITS),
  };
};
