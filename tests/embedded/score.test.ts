import { rmSync } from 'node:fs';
import { SCORE_PATH } from '../../supabase/embedded/score.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import { describeScoreService } from '../contract/score-service.ts';
import { sharedInstallation } from './folders.ts';

/** The score service of the embedded default, on its real database and over HTTP. */

describeScoreService('of the embedded default', async () => {
  const folder = sharedInstallation();
  const server = await startServer({ folder, port: 0 });
  return {
    address: server.origin + SCORE_PATH,
    send: fetch,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
});
