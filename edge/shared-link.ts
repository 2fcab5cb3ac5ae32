import { pageQuery } from '../supabase/functions/snapshot/link-address.ts';

/**
 * Stands in front of the static site for links to a table as they are shared: `/s/gd/<picture's id>?match=<match id>` gives
 * the page with that table's preview, as the snapshot service writes it, and `/s/gd/?match=<match id>` the same to messengers.
 */

/** Whoever taps a link waits no longer for its preview, which only messengers read. */
const PATIENCE_MILLIS = 3000;

/** Of the static page's headers, those that speak of its bytes. */
const OF_BYTES = ['content-encoding', 'content-length', 'etag', 'last-modified'];

const pageOf = async (service: string, asked: URLSearchParams): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${service}/page?${asked.toString()}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const html = answer.ok ? await answer.text() : '';
    // It comes as plain text.
    return /^<!doctype html>/i.test(html) ? html : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Answers a request with the page as the service at `service` writes it, and with the static page where that is slow, fails
 * or has nothing to say.
 */
export const answerSharedLink = async (
  request: Request,
  service: string | undefined,
  staticPage: () => Promise<Response>,
): Promise<Response> => {
  const { url, method, headers: sent } = request;
  const asked = service && method === 'GET' ? pageQuery(new URL(url), sent.get('user-agent')) : undefined;
  const [page, html] = await Promise.all([
    staticPage(),
    asked && pageOf((service ?? '').replace(/\/+$/, ''), asked),
  ]);
  if (html === undefined || page.status !== 200) return page;
  await page.body?.cancel();
  const headers = new Headers(page.headers);
  for (const name of OF_BYTES) headers.delete(name);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { headers });
};
