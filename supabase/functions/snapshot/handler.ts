import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import type { Entry, Found, Latest } from './answers.ts';
import { dataAnswer, dataAnswerSize } from './data-url.ts';
import { localeOfPage } from './link-address.ts';
import { createIncoming } from './incoming.ts';
import { createRenditions } from './renditions.ts';
import { createMarks } from './mark.ts';
import { MATCH_ID, PICTURE_ID, type Variant } from './names.ts';
import type { Home, Ports, StoredFile } from './ports.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { sharedPage } from './shared-link.ts';
import { createUpload } from './upload.ts';

/**
 * The snapshot service: pictures of tables, sent by cameras or drawn from what is scored, for viewers and for the links
 * that they share. Answers a request below `…/snapshot`, of the sender whose limits it counts for; never rejects. `home` is
 * where the site and this service are for this sender.
 */
export type SnapshotHandler = (request: Request, sender: string, home?: Home) => Promise<Response>;

/** Words of the viewer's error catalogue. */
const NO_UPLOAD = 'No upload yet for this match.';
const NO_IMAGE = 'no image';
const OFF = 'This page is switched off.';

/** The addresses at which a file host has a picture, and ours. */
const FORMS: Readonly<Record<string, Variant>> = {
  image: 'full',
  thumbnail: 'full',
  d: 'full',
  small: 'small',
  preview: 'preview',
};

const COMMON = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'x-content-type-options': 'nosniff',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'content-type, x-upload-key, x-captured-at',
  'access-control-max-age': '86400',
};
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

const answer = (
  status: number,
  headers: Readonly<Record<string, string>>,
  body: BodyInit | null,
  size: number,
): Response =>
  new Response(body, { status, headers: { ...COMMON, ...headers, 'content-length': String(size) } });

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return answer(status, { ...JSON_HEADERS, ...headers }, bytes, bytes.length);
};

/** A body that nobody reads for HEAD: its file is not even opened. */
const stream = (
  request: Request,
  headers: Readonly<Record<string, string>>,
  size: number,
  body: () => ReadableStream<Uint8Array>,
): Response =>
  answer(
    200,
    headers,
    request.method === 'HEAD' ? null : (body() as ReadableStream<Uint8Array<ArrayBuffer>>),
    size,
  );

const matchIn = (query: URLSearchParams): string => {
  const matchId = query.get('matchId') ?? '';
  if (!matchId) throw new Refusal(422, 'matchId is missing.');
  if (!MATCH_ID.test(matchId))
    throw new Refusal(422, 'matchId takes 1 to 64 letters, digits, dashes and underscores.');
  return matchId;
};

const localeIn = (query: URLSearchParams): Locale =>
  LOCALE_NAMES.find((locale) => locale === query.get('lang')) ?? DEFAULT_LOCALE;

const isoOf = (time: string): string => new Date(time).toISOString();

const notFound = (): Refusal => new Refusal(404, 'not found');

/** What follows the service's own address. */
const partsOf = ({ pathname }: URL): readonly string[] =>
  pathname
    .replace(/^.*?\/snapshot(?=\/|$)/, '')
    .split('/')
    .slice(1);

export const createSnapshotHandler = (ports: Ports): SnapshotHandler => {
  const { database, report } = ports;
  const incoming = createIncoming(ports);
  const upload = createUpload(ports, incoming);
  const marks = createMarks(ports, incoming);
  const openPicture = createRenditions(ports);

  const latestOf = (matchId: string, sender: string): Promise<Latest> =>
    database.call('latest_snapshot', { match_id: matchId }, sender) as Promise<Latest>;

  const find = async (id: string, sender: string): Promise<Found | null> =>
    PICTURE_ID.test(id) ? ((await database.call('find_snapshot', { id }, sender)) as Found | null) : null;

  /** The file of a match's latest picture, as JSON. */
  const latestData = async (
    request: Request,
    { id }: { readonly id: string },
    locale: Locale,
    sender: string,
  ): Promise<Response> => {
    const picture = await find(id, sender);
    const file: StoredFile | undefined = picture
      ? await openPicture(picture, 'full', locale, sender)
      : undefined;
    if (!file) return json(200, { ok: false, error: NO_IMAGE });
    return stream(request, JSON_HEADERS, dataAnswerSize(file), () => dataAnswer(file));
  };

  const ask = async (request: Request, query: URLSearchParams, sender: string): Promise<Response> => {
    if (query.get('history') === '1') {
      const entries = await database.call('snapshot_history', { match_id: matchIn(query) }, sender);
      const pictures = (entries as readonly Entry[]).map(({ id, captured_at, source }) => ({
        id,
        capturedAt: isoOf(captured_at),
        source,
      }));
      return json(200, { ok: true, pictures });
    }
    const wantsData = query.get('latestData') === '1';
    if (!wantsData && query.get('latest') !== '1')
      throw new Refusal(422, 'Ask with latest=1, latestData=1 or history=1.');
    const latest = await latestOf(matchIn(query), sender);
    if (latest.status === 'off') return json(200, { ok: false, error: OFF });
    if (latest.status === 'unknown') return json(200, { ok: false, error: NO_UPLOAD });
    // Whoever came before the first picture hears of it.
    if (latest.status === 'none') return json(200, { ok: false, error: NO_UPLOAD, topic: latest.topic });
    if (wantsData) return latestData(request, latest, localeIn(query), sender);
    const { id, source, topic, title } = latest;
    const times = { capturedAt: isoOf(latest.captured_at), serverTime: isoOf(latest.server_time) };
    return json(200, { ok: true, id, source, topic, title, ...times });
  };

  const showPicture = async (
    request: Request,
    [form = '', id = '', ...rest]: readonly string[],
    query: URLSearchParams,
    sender: string,
  ): Promise<Response> => {
    const variant = Object.hasOwn(FORMS, form) && rest.length === 0 ? FORMS[form] : undefined;
    const picture = variant ? await find(id, sender) : null;
    if (!variant || !picture) throw notFound();
    const file = await openPicture(picture, variant, localeIn(query), sender);
    if (!file) throw notFound();
    const headers = {
      'content-type': file.type,
      // An id's picture never changes. Whoever keeps it for others would show it when its page is switched off.
      'cache-control': `${variant === 'preview' ? 'public' : 'private'}, max-age=31536000, immutable`,
      'content-security-policy': "default-src 'none'",
      // The site may stand on another host than its pictures.
      'cross-origin-resource-policy': 'cross-origin',
      ...(query.get('export') === 'download' && {
        'content-disposition': 'attachment; filename=scoreboard.jpg',
      }),
    };
    return stream(request, headers, file.size, file.stream);
  };

  /** Who looks at an overlay sees it for as long as it is there; an id's picture never changes. */
  const showMark = async (request: Request, id: string, sender: string): Promise<Response> => {
    const file = await marks.open(id, sender);
    if (!file) throw notFound();
    const headers = {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    };
    return stream(request, headers, file.size, file.stream);
  };

  /** Those who send marks are people at a desk, which says in their language why one isn't taken. */
  const takeMark = async (request: Request, sender: string): Promise<Response> => {
    try {
      return json(201, { ok: true, id: await marks.take(request, sender) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { ok: false, error: error.message, reason: error.code }, error.headers);
    }
  };

  /** A small copy of a match's latest picture, for whom asking for its id first takes too long. */
  const showLatest = async (request: Request, query: URLSearchParams, sender: string): Promise<Response> => {
    const latest = await latestOf(matchIn(query), sender);
    const picture = latest.status === 'shown' ? await find(latest.id, sender) : null;
    const file = picture ? await openPicture(picture, 'small', localeIn(query), sender) : undefined;
    if (!file)
      return new Response(null, { status: 204, headers: { ...COMMON, 'cache-control': 'no-store' } });
    const headers = {
      'content-type': file.type,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    };
    return stream(request, headers, file.size, file.stream);
  };

  /** The site's page for a shared link; as it is when there is nothing to show. */
  const showPage = async (query: URLSearchParams, sender: string, home: Home): Promise<Response> => {
    const path = query.get('path') ?? '';
    const locale = localeOfPage(path);
    if (!locale) throw notFound();
    const html = await ports.page(path);
    const matchId = query.get('matchId') ?? '';
    const latest = MATCH_ID.test(matchId) ? await latestOf(matchId, sender) : undefined;
    let picture: Found | null = null;
    if (latest?.status === 'shown') {
      const asked = await find(query.get('version') ?? '', sender);
      picture = asked?.match_id === matchId ? asked : await find(latest.id, sender);
    }
    const page = new TextEncoder().encode(picture ? sharedPage(html, picture, locale, home) : html);
    // Whoever stands in front of the site gives it the site's headers, and says that it is HTML.
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
    return answer(200, headers, page, page.length);
  };

  const route = async (request: Request, sender: string, home: Home): Promise<Response> => {
    const { method } = request;
    const url = new URL(request.url);
    const parts = partsOf(url);
    const isEndpoint = parts.join('') === '' && parts.length <= 1;
    if (method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...COMMON, ...PREFLIGHT } });
    if (isEndpoint && method === 'POST') {
      const { id, repeated } = await upload(request, matchIn(url.searchParams), sender);
      return json(repeated ? 200 : 201, { ok: true, id });
    }
    const isForMarks = parts.length === 1 && parts[0] === 'mark';
    if (isForMarks && method === 'POST') return takeMark(request, sender);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Refusal(405, 'Method not allowed.', {
        headers: { allow: isEndpoint || isForMarks ? 'GET, HEAD, POST' : 'GET, HEAD' },
      });
    }
    if (isEndpoint) return ask(request, url.searchParams, sender);
    if (parts.length === 1 && parts[0] === 'small') return showLatest(request, url.searchParams, sender);
    if (parts.length === 1 && parts[0] === 'page') return showPage(url.searchParams, sender, home);
    if (parts.length === 2 && parts[0] === 'mark') return showMark(request, parts[1] ?? '', sender);
    return showPicture(request, parts, url.searchParams, sender);
  };

  return async (request, sender, home = ports) => {
    try {
      return await route(request, sender, home);
    } catch (error) {
      // Nobody is left to be answered, and nothing was stored.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      const refusal = refusalOf(error) ?? new Refusal(500, 'The snapshot service failed.');
      if (refusal !== error) {
        const { pathname } = new URL(request.url);
        report(`The snapshot service could not answer ${request.method} ${pathname}`, error);
      }
      return json(refusal.status, { ok: false, error: refusal.message }, refusal.headers);
    }
  };
};
