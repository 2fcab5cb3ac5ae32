import { pageQuery } from '../supabase/functions/snapshot/link-address.ts';

/**
 * Answers shared links in front of the static site: `/s/gd/<picture id>?match=<match id>` gets the page with the table's
 * preview from the snapshot service; `/s/gd/?match=<match id>` gets the same, for messengers only; `/r/<result id>` gets
 * the page with the result's preview, and the status that says whether there is such a result; `/t/<tournament id>` gets
 * the same for a tournament, with its rounds as text.
 */

/** People who tap a link shouldn't wait longer for a preview only messengers read. */
const PATIENCE_MILLIS = 3000;

/** The static page's headers that describe its bytes. */
const OF_BYTES = ['content-encoding', 'content-length', 'etag', 'last-modified'];

/** What the service says of a page: it is there, it isn't, it was deleted. */
const TOLD = [200, 404, 410];

interface MadePage {
  readonly html: string;
  readonly status: number;
}

const pageOf = async (service: string, asked: URLSearchParams): Promise<MadePage | undefined> => {
  try {
    const answer = await fetch(`${service}/page?${asked.toString()}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    });
    const html = TOLD.includes(answer.status) ? await answer.text() : '';
    // The service sends it as plain text, and refusals as JSON.
    return /^<!doctype html>/i.test(html) ? { html, status: answer.status } : undefined;
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
  const query = service ? pageQuery(new URL(url), sent.get('user-agent')) : undefined;
  // A status is said without the page, too; previews are only in it.
  const asked = method === 'GET' || (method === 'HEAD' && query && !query.has('matchId')) ? query : undefined;
  const [page, made] = await Promise.all([
    staticPage(),
    asked && pageOf((service ?? '').replace(/\/+$/, ''), asked),
  ]);
  if (made === undefined || page.status !== 200) return page;
  await page.body?.cancel();
  const headers = new Headers(page.headers);
  for (const name of OF_BYTES) headers.delete(name);
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(method === 'HEAD' ? null : made.html, { status: made.status, headers });
};
