import type { MatchBackend, OpenedLink } from '../../backend/contract.ts';
import { matchBackend, openLink } from '../../backend/matches.ts';
import { viewerClient } from '../../backend/viewer.ts';
import { linkSecret } from '../../core/overlay/address.ts';
import { browser, type Environment } from './browser.ts';
import { deviceEnvironment, type DeviceEnvironment } from './device.ts';

export interface ScorerEnvironment extends Environment, DeviceEnvironment {
  /** The secret in the page's address; null when it holds none. */
  readonly link: () => string | null;
  /** What a link opens; rejects as forbidden when it opens nothing any more. */
  readonly open: (link: string) => Promise<OpenedLink>;
  readonly matches: (link: string) => MatchBackend;
}

/** The world of a page opened by a scorer link: this browser and the backend, whoever is signed in. */
export const scorerEnvironment = (): ScorerEnvironment => ({
  ...browser,
  ...deviceEnvironment,
  link: () => linkSecret(browser.address().hash),
  open: (link) => openLink(viewerClient(), link),
  matches: (link) => matchBackend(viewerClient(), link),
});
