import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { serve } from '../embedded/serve.ts';

/**
 * Serves the site, and counts the bytes of each address once: a repeated request only asks whether the file has
 * changed.
 */
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
