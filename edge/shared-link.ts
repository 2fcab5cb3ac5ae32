import { pageQuery } from '../supabase/functions/snapshot/link-address.ts';

/**
 * Answers shared links to a table in front of the static site: `/s/gd/<picture id>?match=<match id>` gets the page with
 * the table's preview from the snapshot service; `/s/gd/?match=<match id>` gets the same, for messengers only.
 */

/** People who tap a link shouldn't wait longer for a preview only messengers read. */
const PATIENCE_MILLIS = 3000;

/** The static page's headers that describe its bytes. */
const OF_BYTES = ['content-encoding', 'content-length', 'etag', 'last-modified'];

const pageOf = async (service: string, asked: URLSearchParams): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${service}/page?${asked.toString()}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const html = answer.ok ? await answer.text() : '';
    // The service sends it as plain text.
    return /^<!doctype html>/i.test(html) ? html : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Answers with the page from the service at `service`, or the static page if that is slow, fails or has nothing to
 * show.
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
