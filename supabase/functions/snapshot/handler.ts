import { parseShownResult, type FullPublicResult } from '../../../src/core/results/public-result.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { ID } from '../../../src/core/id.ts';
import { parsePublicTournament, type PublicTournament } from '../../../src/core/tournament/shown.ts';
import type { PictureEntry, Found, Latest } from './answers.ts';
import { dataAnswer, dataAnswerSize } from './data-url.ts';
import { createCards } from './cards.ts';
import { drawResult, drawTournament } from './drawing/index.ts';
import { localeOfPage } from './link-address.ts';
import { createIncoming } from './incoming.ts';
import { createRenditions } from './renditions.ts';
import { createMarks } from './mark.ts';
import { PICTURE_ID } from '../../../src/core/branding/mark.ts';
import { MATCH_ID, RESULT_ID, type Variant } from './names.ts';
import type { Home, Ports, StoredFile } from './ports.ts';
import { Refusal, refusalOf } from '../_shared/refusal.ts';
import { resultPage, sharedPage, tournamentPage } from './shared-link.ts';
import { createUpload } from './upload.ts';

/**
 * The snapshot service: pictures of tables, sent by cameras or drawn from boards, for viewers and shared links. Answers
 * a request under `…/snapshot` and never rejects. `sender` is whose limits apply; `home` is where this sender reaches
 * the site and the service.
 */
export type SnapshotHandler = (request: Request, sender: string, home?: Home) => Promise<Response>;

/** Must match the viewer's error catalogue. */
const NO_UPLOAD = 'No upload yet for this match.';
const NO_IMAGE = 'no image';
const OFF = 'This page is switched off.';
const NOT_FOUND = 'not found';
const GONE = 'gone';

/** What has a card at `/<kind>/<id>`. */
const CARD_KINDS = ['result', 'tournament'] as const;
type CardKind = (typeof CARD_KINDS)[number];

/** A picture's file names at a file host and here. */
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
  'access-control-allow-methods': 'GET, HEAD, POST, PUT',
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

/** Bodies are never read for HEAD, so don't even open the file. */
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

const notFound = (): Refusal => new Refusal(404, NOT_FOUND);

/** The path after the service's own address. */
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
  const cardFrom = createCards(ports);

  const latestOf = (matchId: string, sender: string): Promise<Latest> =>
    database.call('latest_snapshot', { match_id: matchId }, sender) as Promise<Latest>;

  const find = async (id: string, sender: string): Promise<Found | null> =>
    PICTURE_ID.test(id) ? ((await database.call('find_snapshot', { id }, sender)) as Found | null) : null;

  /** A result for its page, as the database returns it. */
  const tellResult = (id: string, sender: string): Promise<unknown> =>
    RESULT_ID.test(id) ? database.call('show_result', { id }, sender) : Promise.resolve(null);

  const resultBy = async (id: string, sender: string): Promise<FullPublicResult | 'gone' | 'unknown'> =>
    parseShownResult(await tellResult(id, sender));

  /** A tournament for its page, as the database returns it. */
  const tellTournament = (id: string, sender: string): Promise<unknown> =>
    ID.test(id) ? database.call('show_tournament', { id }, sender) : Promise.resolve(null);

  const tournamentBy = async (id: string, sender: string): Promise<PublicTournament | 'gone' | 'unknown'> =>
    parsePublicTournament(await tellTournament(id, sender));

  /** A shared link's card as SVG. */
  const cardOf = async (
    kind: CardKind,
    id: string,
    locale: Locale,
    sender: string,
  ): Promise<{ readonly svg: string } | 'gone' | 'unknown'> => {
    if (kind === 'result') {
      const result = await resultBy(id, sender);
      return typeof result === 'string' ? result : { svg: drawResult({ result, locale }) };
    }
    const shown = await tournamentBy(id, sender);
    return typeof shown === 'string' ? shown : { svg: drawTournament({ shown, locale }) };
  };

  /** A card is public until its venue hides it: caches may keep it for an hour. */
  const showCard = async (
    request: Request,
    kind: CardKind,
    id: string,
    query: URLSearchParams,
    sender: string,
  ): Promise<Response> => {
    const drawn = await cardOf(kind, id, localeIn(query), sender);
    if (drawn === 'unknown') throw notFound();
    if (drawn === 'gone') throw new Refusal(410, GONE);
    const card = await cardFrom(drawn.svg, sender);
    const headers = {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      ...(query.get('export') === 'download' && {
        'content-disposition': `attachment; filename=${kind}.jpg`,
      }),
    };
    return answer(200, headers, request.method === 'HEAD' ? null : new Uint8Array(card), card.length);
  };

  /** A match's latest picture as JSON. */
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
      const pictures = (entries as readonly PictureEntry[]).map(({ id, captured_at, source }) => ({
        id,
        capturedAt: isoOf(captured_at),
        source,
      }));
      return json(200, { ok: true, pictures });
    }
    const result = query.get('result');
    if (result !== null) return json(200, { ok: true, ...((await tellResult(result, sender)) ?? {}) });
    const tournament = query.get('tournament');
    if (tournament !== null)
      return json(200, { ok: true, ...((await tellTournament(tournament, sender)) ?? {}) });
    if (query.get('table') === '1')
      return json(200, {
        ok: true,
        table: await database.call('show_table', { match_id: matchIn(query) }, sender),
      });
    const wantsData = query.get('latestData') === '1';
    if (!wantsData && query.get('latest') !== '1')
      throw new Refusal(
        422,
        'Ask with latest=1, latestData=1, history=1, table=1, result=… or tournament=….',
      );
    const latest = await latestOf(matchIn(query), sender);
    if (latest.status === 'off') return json(200, { ok: false, error: OFF });
    if (latest.status === 'unknown') return json(200, { ok: false, error: NOT_FOUND });
    const { topic, title, venue, tables, shows_live: showsLive } = latest;
    const shown = { topic, title, ...(venue && { venue }), tables, ...(showsLive && { showsLive }) };
    // Not cached, so visitors from before the first picture see it when it comes.
    if (latest.status === 'none') return json(200, { ok: false, error: NO_UPLOAD, ...shown });
    if (wantsData) return latestData(request, latest, localeIn(query), sender);
    const { id, source } = latest;
    const times = { capturedAt: isoOf(latest.captured_at), serverTime: isoOf(latest.server_time) };
    return json(200, { ok: true, id, source, ...shown, ...times });
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
      // An id's picture never changes, but a shared cache would keep showing it after its page is switched off.
      'cache-control': `${variant === 'preview' ? 'public' : 'private'}, max-age=31536000, immutable`,
      'content-security-policy': "default-src 'none'",
      // The site may be on a different host from its pictures.
      'cross-origin-resource-policy': 'cross-origin',
      ...(query.get('export') === 'download' && {
        'content-disposition': 'attachment; filename=scoreboard.jpg',
      }),
    };
    return stream(request, headers, file.size, file.stream);
  };

  /** Anyone viewing an overlay may see it while it exists; an id's picture never changes. */
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

  /** Marks are uploaded from the dashboard, which explains refusals in the user's language. */
  const takeMark = async (request: Request, sender: string): Promise<Response> => {
    try {
      return json(201, { ok: true, id: await marks.take(request, sender) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status, { ok: false, error: error.message, reason: error.code }, error.headers);
    }
  };

  /** A small copy of a match's latest picture: saves slow clients a round trip for its id. */
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

  /** The proxy in front of the site adds the site's headers and the HTML type. */
  const page = (status: number, html: string): Response => {
    const bytes = new TextEncoder().encode(html);
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
    return answer(status, headers, bytes, bytes.length);
  };

  /** The page of a result. The page itself reports a missing result. */
  const showResultPage = async (query: URLSearchParams, sender: string, home: Home): Promise<Response> => {
    const path = query.get('path') ?? '';
    const locale = localeOfPage('result', path);
    if (!locale) throw notFound();
    const html = await ports.page(path);
    const result = await resultBy(query.get('result') ?? '', sender);
    if (result === 'gone') return page(410, html);
    return result === 'unknown' ? page(404, html) : page(200, resultPage(html, result, locale, home));
  };

  /** The page of a tournament. */
  const showTournamentPage = async (
    query: URLSearchParams,
    sender: string,
    home: Home,
  ): Promise<Response> => {
    const path = query.get('path') ?? '';
    const locale = localeOfPage('tournament', path);
    if (!locale) throw notFound();
    const html = await ports.page(path);
    const shown = await tournamentBy(query.get('tournament') ?? '', sender);
    if (shown === 'gone') return page(410, html);
    return shown === 'unknown' ? page(404, html) : page(200, tournamentPage(html, shown, locale, home));
  };

  /** The site's page for a shared link, unchanged if there is nothing to show. */
  const showPage = async (query: URLSearchParams, sender: string, home: Home): Promise<Response> => {
    if (query.has('result')) return showResultPage(query, sender, home);
    if (query.has('tournament')) return showTournamentPage(query, sender, home);
    const path = query.get('path') ?? '';
    const locale = localeOfPage('table', path);
    if (!locale) throw notFound();
    const html = await ports.page(path);
    const matchId = query.get('matchId') ?? '';
    const latest = MATCH_ID.test(matchId) ? await latestOf(matchId, sender) : undefined;
    let picture: Found | null = null;
    if (latest?.status === 'shown') {
      const asked = await find(query.get('version') ?? '', sender);
      picture = asked?.match_id === matchId ? asked : await find(latest.id, sender);
    }
    return page(200, picture ? sharedPage(html, picture, locale, home) : html);
  };

  const route = async (request: Request, sender: string, home: Home): Promise<Response> => {
    const { method } = request;
    const url = new URL(request.url);
    const parts = partsOf(url);
    const isEndpoint = parts.join('') === '' && parts.length <= 1;
    if (method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...COMMON, ...PREFLIGHT } });
    if (isEndpoint && (method === 'POST' || method === 'PUT')) {
      const { id, repeated } = await upload(request, matchIn(url.searchParams), sender);
      return json(repeated ? 200 : 201, { ok: true, id });
    }
    const isForMarks = parts.length === 1 && parts[0] === 'mark';
    if (isForMarks && method === 'POST') return takeMark(request, sender);
    if (method !== 'GET' && method !== 'HEAD') {
      throw new Refusal(405, 'Method not allowed.', {
        headers: { allow: `GET, HEAD${isEndpoint ? ', POST, PUT' : isForMarks ? ', POST' : ''}` },
      });
    }
    if (isEndpoint) return ask(request, url.searchParams, sender);
    if (parts.length === 1 && parts[0] === 'small') return showLatest(request, url.searchParams, sender);
    if (parts.length === 1 && parts[0] === 'page') return showPage(url.searchParams, sender, home);
    const card = CARD_KINDS.find((kind) => kind === parts[0]);
    if (parts.length === 2 && card) return showCard(request, card, parts[1] ?? '', url.searchParams, sender);
    if (parts.length === 2 && parts[0] === 'mark') return showMark(request, parts[1] ?? '', sender);
    return showPicture(request, parts, url.searchParams, sender);
  };

  return async (request, sender, home = ports) => {
    try {
      return await route(request, sender, home);
    } catch (error) {
      // The client is gone, and nothing was stored.
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
