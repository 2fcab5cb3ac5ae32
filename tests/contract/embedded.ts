import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { vi } from 'vitest';
import type {
  AccountBackend,
  AuthBackend,
  DeviceBackend,
  DevicesBackend,
  BrandingBackend,
  HealthBackend,
  MatchBackend,
  PairingBackend,
  PicturesBackend,
  PlayersBackend,
  ResultsBackend,
  TablesBackend,
  TelevisionBackend,
  TelevisionsBackend,
  ViewerBackend,
  WaitingBackend,
} from '../../src/backend/contract.ts';
import { deviceEnvironment } from '../../src/browser/device.ts';
import { ownerEnvironment } from '../../src/browser/owner.ts';
import type { VenueEnvironment } from '../../src/browser/venue.ts';
import { televisionEnvironment } from '../../src/browser/television.ts';
import { viewerEnvironment } from '../../src/browser/viewer.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { startProxy, type Proxy } from '../e2e/proxy.ts';
import { sharedInstallation } from '../embedded/folders.ts';
import { fakeStorage, stubBrowser } from '../unit/fakes/browser-fakes.ts';

/** The adapters that pages use, unchanged, in a browser whose network to an embedded server can be cut. */
export interface Embedded {
  readonly server: EmbeddedServer;
  readonly network: Proxy;
  readonly mails: readonly string[];
  readonly account: AccountBackend;
  readonly auth: AuthBackend;
  readonly matches: MatchBackend;
  readonly tables: TablesBackend;
  readonly pictures: PicturesBackend;
  readonly televisions: TelevisionsBackend;
  readonly branding: BrandingBackend;
  readonly health: HealthBackend;
  readonly results: ResultsBackend;
  readonly players: PlayersBackend;
  readonly waiting: WaitingBackend;
  readonly viewer: ViewerBackend;
  readonly television: TelevisionBackend;
  readonly devices: DevicesBackend;
  readonly pairing: PairingBackend;
  readonly device: DeviceBackend;
  /** The venue as a device with this secret and id reaches it. */
  readonly venueAs: (secret: string, id: string) => VenueEnvironment;
  /** A new account. */
  readonly addOwner: () => Promise<{ id: string; email: string; password: string }>;
  readonly close: () => Promise<void>;
}

export const startEmbedded = async (): Promise<Embedded> => {
  const folder = sharedInstallation();
  const mails: string[] = [];
  const server = await startServer({ folder, port: 0, mail: (text) => mails.push(text) });
  const network = await startProxy(server.origin);
  stubBrowser();
  vi.stubGlobal('location', { origin: network.origin });
  vi.stubGlobal('localStorage', fakeStorage());
  const owner = ownerEnvironment();
  const letIn = deviceEnvironment();
  return {
    server,
    network,
    mails,
    account: owner.account(),
    auth: owner.auth(),
    matches: owner.matches(),
    tables: owner.tables(),
    pictures: owner.pictures(),
    televisions: owner.televisions(),
    branding: owner.branding(),
    health: owner.health(),
    results: owner.results(),
    players: owner.players(),
    waiting: owner.waiting(),
    viewer: viewerEnvironment().viewer(),
    television: televisionEnvironment().television(),
    devices: owner.devices(),
    pairing: owner.pairing(),
    device: letIn.backend(),
    venueAs: letIn.venueAs,
    addOwner: () => server.auth.addOwner(`${randomUUID()}@example.test`),
    close: async () => {
      vi.unstubAllGlobals();
      await network.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
