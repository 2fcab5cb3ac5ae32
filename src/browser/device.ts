import type { DeviceBackend } from '../backend/contract.ts';
import { deviceAuth, deviceBackend } from '../backend/device.ts';
import { anonymousRequests, deviceRequests } from '../backend/requests.ts';
import { viewerFetch } from '../backend/viewer.ts';
import { browser, type Environment } from './browser.ts';
import { scoringDeviceEnvironment, type ScoringDeviceEnvironment } from './scoring-device.ts';
import { once } from './once.ts';
import { newSecret } from './random.ts';
import { venueEnvironment, type VenueEnvironment } from './venue.ts';

/** The environment of a phone or tablet that can be paired with a venue. */
export interface DeviceEnvironment extends Environment, Pick<ScoringDeviceEnvironment, 'offlineStore'> {
  readonly backend: () => DeviceBackend;
  /** A new random secret for the device. */
  readonly newSecret: () => string;
  /** The venue's environment for the device with this secret and this id. */
  readonly venueAs: (secret: string, id: string) => VenueEnvironment;
}

/** This browser and the backend, without a session. */
export const deviceEnvironment = (): DeviceEnvironment => ({
  ...browser,
  offlineStore: scoringDeviceEnvironment.offlineStore,
  backend: once(() => deviceBackend(anonymousRequests(viewerFetch()))),
  newSecret,
  venueAs: (secret, id) =>
    venueEnvironment(() => ({ requests: deviceRequests(secret), auth: deviceAuth(id) })),
});
