import { rmSync } from 'node:fs';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { describeSnapshotService } from '../contract/snapshot-service.ts';
import { openPicturedVenue } from '../contract/snapshot-venue.ts';
import { sharedInstallation } from './folders.ts';
import { writeSmallSite } from './small-site.ts';

/** The snapshot service of the embedded server, on its real database and over HTTP. */

describeSnapshotService('of the embedded server', async () => {
  const [folder, dist] = [sharedInstallation(), writeSmallSite()];
  const server = await startServer({ folder, port: 0, dist });
  return {
    send: fetch,
    address: server.origin + SERVICE_PATH,
    site: server.origin,
    openVenue: () => openPicturedVenue(server.pg),
    close: async () => {
      await server.close();
      for (const path of [folder, dist]) rmSync(path, { recursive: true });
    },
  };
});
