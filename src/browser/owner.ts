import { authBackend } from '../backend/auth.ts';
import { ownerClient } from '../backend/client.ts';
import { ownerRequests } from '../backend/requests.ts';
import { venueEnvironment, type VenueEnvironment } from './venue.ts';

/** An owner's environment: this browser, and the backend with their session. */
export const ownerEnvironment = (): VenueEnvironment =>
  venueEnvironment(() => {
    // All share one client, because each client would renew the session on its own.
    const client = ownerClient();
    return { requests: ownerRequests(client), auth: authBackend(client) };
  });
