import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { serve } from '../embedded/serve.ts';

/** Serves the site, and counts what it sends by address, once: what a browser asks for again, it asks whether it has changed. */
export const serveCounting = async () => {
  const sent = new Map<string, number>();
  const site = createSite({ dist: DIST });
  const served = await serve(async (request, response) => {
    const { socket, url = '' } = request;
    const before = socket.bytesWritten;
    response.on('finish', () => {
      sent.set(url, Math.max(sent.get(url) ?? 0, socket.bytesWritten - before));
    });
    await site(request, response);
  });
  return { ...served, sent };
};
