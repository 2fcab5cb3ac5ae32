import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lookup } from 'mrmime';
import { UNNAMED_ORIGIN } from '../../../src/config/app.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { printFailure } from './log.ts';
import { readHeaders, readRedirects } from './site-rules.ts';

/** The types worth compressing, which browsers read as UTF-8. */
const TEXT = /^text\/|[/+](?:javascript|json|xml)$/;

/** Rules of the host, never served as files. */
const PRIVATE_FILES = new Set(['/_headers', '/_redirects', '/.built-from']);

/** The host's headers for every file without a rule. */
const ALWAYS_ASK = 'public, max-age=0, must-revalidate';

/** How many parent folders of a missing path are searched for a 404 page. */
const DEEPEST = 8;

/** The types of files that contain the site's own address: pages, their list, and robots.txt. */
const NAMES_ITSELF = /\/(?:html|plain|xml)$/;

type Encoding = 'identity' | 'gzip' | 'br';

interface Asset {
  /** Changes when the file does. */
  readonly version: string;
  readonly type: string;
  readonly isText: boolean;
  readonly etag: string;
  readonly bodies: Map<Encoding, Promise<Buffer>>;
}

/** A page rendered per request. */
export interface MadePage {
  readonly status: number;
  readonly html: string;
}

/** A file of a site that was built without an address, with `origin` as its own. */
export const namedBy = (origin: string, text: string): string => text.replaceAll(UNNAMED_ORIGIN, origin);

type Effort = 'once' | 'each time';

const compressors: Record<
  Exclude<Encoding, 'identity'>,
  (content: Buffer, effort: Effort) => Promise<Buffer>
> = {
  gzip: (content, effort) => promisify(gzip)(content, { level: effort === 'once' ? 9 : 6 }),
  // The best quality: a file is compressed once, and pages then fit into the first window of a connection.
  br: (content, effort) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort === 'once' ? constants.BROTLI_MAX_QUALITY : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
};

const accepts = (request: IncomingMessage, encoding: string): boolean =>
  (request.headers['accept-encoding'] ?? '').split(',').some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

/** Compared as RFC 9110 requires for If-None-Match: weakly, and `*` matches any file. */
const isKnown = (request: IncomingMessage, etag: string): boolean => {
  const known = request.headers['if-none-match'];
  return known?.split(',').some((entry) => ['*', etag].includes(entry.trim().replace(/^W\//, ''))) ?? false;
};

/** Decodes each part of a path; nothing when it is malformed or would leave its folder. */
const decodePath = (path: string): string | undefined => {
  try {
    const parts = path.split('/').map(decodeURIComponent);
    // oxlint-disable-next-line no-control-regex -- NUL and its like never name a file of a site.
    if (parts.some((part) => part === '..' || part === '.' || /[/\\\u0000-\u001f\u007f]/.test(part)))
      return undefined;
    return parts.join('/').replaceAll(/\/+/g, '/');
  } catch {
    return undefined;
  }
};

/** Whether the visitor reached the site over https, at the proxy in front of this server. */
const isSecure = ({ headers }: IncomingMessage): boolean =>
  String(headers['x-forwarded-proto']).split(',', 1)[0]?.trim() === 'https';

/** Where browsers trust even plain http. https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy */
const isLocal = ({ headers }: IncomingMessage): boolean =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.host ?? '');

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The best text encoding the browser accepts. */
const encodingFor = (request: IncomingMessage): Encoding =>
  (['br', 'gzip'] as const).find((name) => accepts(request, name)) ?? 'identity';

type Resolved =
  | { readonly kind: 'asset'; readonly status: 200 | 404; readonly asset: Asset }
  | { readonly kind: 'redirect'; readonly path: string }
  | { readonly kind: 'nothing' };

/**
 * Serves a built site from the folder `dist` the way static hosts do (Cloudflare's static assets with
 * `auto-trailing-slash` and `404-page`): its `_headers` and `_redirects`, `/features` sent to `/features/`, the nearest
 * `404.html`. Returns a request handler that answers every request and never rejects.
 */
export const createSite = ({
  dist,
  origin = UNNAMED_ORIGIN,
  madePage,
}: {
  dist: string;
  /** The address for a site that was built without one. */
  origin?: string;
  /** A page rendered per request; undefined for any other address. */
  madePage?: ((request: IncomingMessage) => Promise<MadePage | undefined>) | undefined;
}): ((request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  const redirectOf = readRedirects(dist);
  const applyHeaders = readHeaders(dist);
  const assets = new Map<string, Asset>();

  const find = async (path: string): Promise<Asset | undefined> => {
    if (path.endsWith('/') || PRIVATE_FILES.has(path)) return undefined;
    const file = join(dist, path);
    // Whatever the error (missing, name too long, not a folder), there is no such page.
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const version = `${found.mtimeMs}-${found.size}`;
    const cached = assets.get(path);
    if (cached?.version === version) return cached;
    const type = lookup(path) ?? 'application/octet-stream';
    const built = await readFile(file);
    const content = NAMES_ITSELF.test(type) ? Buffer.from(namedBy(origin, built.toString())) : built;
    const isText = TEXT.test(type);
    const asset: Asset = {
      version,
      type: isText ? `${type}; charset=utf-8` : type,
      isText,
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
      bodies: new Map([['identity', Promise.resolve(content)]]),
    };
    assets.set(path, asset);
    return asset;
  };

  const resolve = async (path: string): Promise<Resolved> => {
    const page = path.replace(/(?:index)?\.html$|(?<=\/)index$/, '');
    if (page !== path && (await find(page.endsWith('/') ? `${page}index.html` : `${page}.html`)))
      return { kind: 'redirect', path: page };
    const asset =
      (await find(path)) ?? (await find(path.endsWith('/') ? `${path}index.html` : `${path}.html`));
    if (asset) return { kind: 'asset', status: 200, asset };
    if (path.endsWith('/') && (await find(`${path.slice(0, -1)}.html`)))
      return { kind: 'redirect', path: path.slice(0, -1) };
    if (await find(`${path}/index.html`)) return { kind: 'redirect', path: `${path}/` };
    // Pages are only a few folders deep: don't search a path of thousands for its nearest 404 page.
    for (
      let folder = path
        .split('/')
        .slice(0, DEEPEST + 1)
        .join('/');
      folder;
    ) {
      folder = folder.slice(0, folder.lastIndexOf('/'));
      const notFound = await find(`${folder}/404.html`);
      if (notFound) return { kind: 'asset', status: 404, asset: notFound };
    }
    return { kind: 'nothing' };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [rawPath = '', ...queries] = (request.url ?? '').split('?');
    const query = queries.length > 0 ? `?${queries.join('?')}` : '';
    const send = async (status: number, headers: Headers, body: string | Buffer = ''): Promise<void> => {
      applyHeaders(rawPath, headers);
      // Cache rules go by path alone, but a missing page may exist after the next release.
      if (![200, 304].includes(status) && headers.has('cache-control'))
        headers.set('cache-control', ALWAYS_ASK);
      // Browsers ignore both over plain http, and warn about the second.
      if (!isSecure(request)) headers.delete('strict-transport-security');
      if (!isSecure(request) && !isLocal(request)) headers.delete('cross-origin-opener-policy');
      if (status !== 304) headers.set('content-length', String(Buffer.byteLength(body)));
      response.writeHead(status, Object.fromEntries(headers));
      response.end(request.method === 'HEAD' || status === 304 ? undefined : body);
    };
    const text = (status: number, message: string, headers: Record<string, string> = {}): Promise<void> =>
      send(status, new Headers({ 'content-type': 'text/plain; charset=utf-8', ...headers }), `${message}\n`);

    if (request.method !== 'GET' && request.method !== 'HEAD') {
      await text(405, 'Method not allowed', { allow: 'GET, HEAD' });
      return;
    }
    const made = await madePage?.(request);
    if (made !== undefined) {
      const encoding = encodingFor(request);
      const headers = new Headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': ALWAYS_ASK,
        vary: 'Accept-Encoding',
      });
      const content = Buffer.from(made.html);
      if (encoding === 'identity') {
        await send(made.status, headers, content);
        return;
      }
      headers.set('content-encoding', encoding);
      await send(made.status, headers, await compressors[encoding](content, 'each time'));
      return;
    }
    const redirect = redirectOf(rawPath, query);
    if (redirect?.kind === 'redirect') {
      await send(redirect.status, new Headers({ location: redirect.location }));
      return;
    }
    const path = decodePath(redirect?.path ?? rawPath);
    if (!path?.startsWith('/')) {
      await text(400, 'Bad request');
      return;
    }
    const resolved = await resolve(path);
    switch (resolved.kind) {
      case 'nothing':
        await text(404, 'Not found');
        return;
      case 'redirect':
        await send(307, new Headers({ location: encodePath(resolved.path) + query }));
        return;
      case 'asset':
        break;
      default:
        resolved satisfies never;
    }
    const { asset, status } = resolved;
    const headers = new Headers({
      'content-type': asset.type,
      'cache-control': ALWAYS_ASK,
      // Weak, because the same content has several encodings.
      etag: asset.isText ? `W/${asset.etag}` : asset.etag,
      ...(asset.isText && { vary: 'Accept-Encoding' }),
    });
    if (status === 200 && isKnown(request, asset.etag)) {
      headers.delete('content-type');
      await send(304, headers);
      return;
    }
    const encoding = asset.isText ? encodingFor(request) : 'identity';
    const content = (await asset.bodies.get('identity')) ?? Buffer.alloc(0);
    if (encoding === 'identity') {
      await send(status, headers, content);
      return;
    }
    const compressed = asset.bodies.get(encoding) ?? compressors[encoding](content, 'once');
    asset.bodies.set(encoding, compressed);
    headers.set('content-encoding', encoding);
    await send(status, headers, await compressed);
  };

  return async (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    try {
      await answer(request, response);
    } catch (error) {
      printFailure(`The site could not answer ${quoted(request.url ?? '')}`, error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('Internal server error\n');
    }
  };
};
