import { describeScoreService } from '../contract/score-service.ts';
import { openScoredTable } from '../contract/score-table.ts';
import { startDenoService } from '../embedded/deno.ts';
import { preparedDatabase } from '../embedded/folders.ts';
import { startSupabaseStandIn } from '../embedded/stand-in.ts';

/** As browsers reach it: the platform's gateway hands on what follows `/functions/v1`. */
const ADDRESS = 'https://project.test/functions/v1/score';

describeScoreService(
  'as an edge function',
  async () => {
    const { pg, close: closeDatabase } = await preparedDatabase();
    const supabase = await startSupabaseStandIn(pg);
    const service = await startDenoService('score', {
      SUPABASE_URL: supabase.origin,
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: supabase.key }),
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: supabase.publishableKey }),
    });
    return {
      address: ADDRESS,
      send: (request) =>
        fetch(new Request(request.url.replace(/^.*?\/functions\/v1(?=\/)/, service.origin), request)),
      openTable: () => openScoredTable(pg),
      close: async () => {
        await service.close();
        await supabase.close();
        await closeDatabase();
      },
    };
  },
  ['snooker'],
);
