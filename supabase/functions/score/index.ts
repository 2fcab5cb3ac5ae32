import { createFairQueue } from '../_shared/fair-queue.ts';
import { readHostedSettings } from '../_shared/hosted.ts';
import { failureLine, quoted } from '../_shared/log-line.ts';
import { createScoreHandler, TURNS } from './handler.ts';
import { createHostedDatabase } from './hosted-database.ts';

/** The score service as an edge function of hosted Supabase. */

const settings = readHostedSettings('score', (name) => Deno.env.get(name));

const answer = createScoreHandler({
  database: createHostedDatabase({
    supabase: settings.supabase(),
    secretKey: settings.secretKey(),
    publishableKey: settings.publishableKey(),
  }),
  turns: createFairQueue(TURNS, () => new Promise((resolve) => setTimeout(resolve))),
  now: () => Date.now(),
  report: (what, error) => {
    console.error(failureLine(quoted(what), error).join(''));
  },
});

// Cloudflare, in front of the platform, writes that header itself; bypassing it only affects the sender.
Deno.serve((request, { remoteAddr }) =>
  answer(request, request.headers.get('cf-connecting-ip') ?? remoteAddr.hostname ?? ''),
);
