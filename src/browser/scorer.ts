import type { MatchBackend, OpenedLink } from '../backend/contract.ts';
import { matchBackend, openLink } from '../backend/matches.ts';
import { anonymousRequests } from '../backend/requests.ts';
import { viewerFetch } from '../backend/viewer.ts';
import { linkSecret } from '../core/overlay/address.ts';
import { browser, type Environment } from './browser.ts';
import { scoringDeviceEnvironment, type ScoringDeviceEnvironment } from './scoring-device.ts';

export interface ScorerEnvironment extends Environment, ScoringDeviceEnvironment {
  /** The secret in the page's address; null if it has none. */
  readonly link: () => string | null;
  /** Opens a link; rejects as forbidden if it no longer works. */
  readonly open: (link: string) => Promise<OpenedLink>;
  readonly matches: (link: string) => MatchBackend;
}

/** The environment of a scorer link's page: this browser and the backend, ignoring any session. */
export const scorerEnvironment = (): ScorerEnvironment => ({
  ...browser,
  ...scoringDeviceEnvironment,
  link: () => linkSecret(browser.address().hash),
  open: (link) => openLink(anonymousRequests(viewerFetch()), link),
  matches: (link) => matchBackend(anonymousRequests(viewerFetch()), link),
});
