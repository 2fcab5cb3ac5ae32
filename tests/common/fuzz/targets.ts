import { randomUUID } from 'node:crypto';
import { ROUTES } from '../../../src/config/routes.ts';
import { VERSION_FILE } from '../../../src/config/version.ts';
import { ALL_MOVES } from '../../../src/core/machine/moves.ts';
import type { Catalogue, Header } from './known.ts';
import { words } from './values.ts';

/**
 * All routes of the server, and variations of each. `{name}` is replaced by a good value of that name, in an address
 * and in a body.
 */
export interface Target {
  /** Under which it is counted. */
  readonly name: string;
  readonly weight: number;
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  /** Up to three of them are sent. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: readonly Header[];
  /** One of them is sent as JSON. */
  readonly bodies?: readonly unknown[];
  /** Pictures are sent instead. */
  readonly sendsPictures?: boolean;
  /** Frames of this version of the protocol go through a socket. */
  readonly frames?: '1.0.0' | '2.0.0';
  /** Who may send it, where that isn't everybody: what would sign the others out, for example. */
  readonly senders?: readonly string[];
}

type Pair = readonly [name: string, value: string];

const LOCALES = ['', '/fr', '/ar'];
const PAGES = [
  ...Object.values(ROUTES),
  ...words('/features /overlay/{token} /overlay/{token}?layout=tv /snapshot?match={match_id} /404 /score'),
];
const FILES = words(
  `${VERSION_FILE} /_headers /.built-from /_astro/ /images/1.jpg /sitemap.xml /service-worker.js /favicon.svg`,
);

const AUTH: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', 'token?grant_type=password', { email: '{email}', password: '{password}' }],
  ['POST', 'token?grant_type=refresh_token', { refresh_token: '{secret}' }],
  ['POST', 'token?grant_type=pkce', { auth_code: '{secret}' }],
  ['POST', 'logout'],
  ['POST', 'logout?scope=others'],
  ['GET', 'user'],
  ['PUT', 'user', { password: '{password}', current_password: '{password}', data: null }],
  ['POST', 'recover?redirect_to=http://localhost', { email: '{email}' }],
  ['POST', 'verify', { type: 'recovery', token_hash: '{digest}', email: '{email}' }],
  ['POST', 'signup', { email: '{email}', password: '{password}', data: {} }],
  ['POST', 'otp', { email: '{email}', create_user: true }],
  ...words(
    'settings health authorize?provider=x admin/users factors callback .well-known/jwks.json nothing',
  ).map((path) => ['GET', path] as const),
];

/** Values that only REST's queries have. */
export const REST_LIKELY = {
  select: words(`
    * id rev,p1 a:rev rev::text count() rev.sum() detail->a detail->>0 id,matches(*) ...matches(id) rev::regclass
    matches!inner(id,match_actions(*)) a:matches!b(c) rev::nonsense *,* id,`),
  filter: words(`
    eq. neq. gt. gte. lt. lte. like. ilike. match. imatch. is. isdistinct. fts. plfts. cs. cd. ov. sl. nxr. adj. in.
    not.eq. not.is. like(any). eq(all). fts(english). fts(nonsense). nonsense. not. constructor. not.toString. .`),
  value: words('1 null true unknown {1,2} (1,2) ("a","b") {a [1,2) * " a.b %'),
  order: words('id rev.desc rev.asc.nullsfirst rev.up matches(id).asc detail->a 1 , rev,rev,rev'),
  count: words('0 1 1 1 -1 1e3 99999999999999999999 NaN 1.5 %'),
  condition: words(`
    (rev.eq.1,p1.eq.a) (rev.eq.1 () (and(rev.gt.0,or(rev.lt.9,p1.is.null))) (not.and(rev.eq.1)) rev.eq.1
    (id.constructor.1) (rev.not.valueOf.1)`),
};

/** What every tap at a table goes through. */
const SCORING = new Set(['append_actions', 'begin_match', 'resume_match', 'get_log', 'get_overlay']);
const BOARDS = new Set(['public_overlays', 'user_overlays']);

/** Of what a function's `id` is. */
const SUBJECT = /table|player|sponsor|television|device|result|key|scorer_link/;
const meant = (name: string, parameter: string): string => {
  const subject = parameter === 'id' ? SUBJECT.exec(name)?.[0] : undefined;
  return subject === undefined ? parameter : `${subject}_id`;
};

const restTargets = ({ tables, functions, closed }: Catalogue): Target[] => [
  ...Object.entries({ ...tables, nobodys: ['id'] }).map(([table, columns]): Target => ({
    name: 'tables',
    weight: BOARDS.has(table) ? 25 : 1,
    methods: words('GET GET GET HEAD PATCH PATCH PATCH'),
    paths: [`/rest/v1/${table}`],
    query: [
      ...columns.slice(0, 12).map((column): Pair => [column, '{filter}{value}']),
      ...words(
        'select order limit=count offset=count or=condition not.and=condition columns=select on_conflict=order',
      ).map((pair): Pair => {
        const [name = '', value = name] = pair.split('=');
        return [name, `{${value}}`];
      }),
    ],
    bodies: [
      { p1: '{name}', p2: '{name}', s1: '{number}', race_to: '{number}', theme: '{theme}' },
      { title: '{title}' },
      ...['s1', 'rev', 'id', columns[1] ?? 'id'].map((column) => ({ [column]: '{number}' })),
    ],
  })),
  ...Object.entries({ ...functions, nobodys: ['id'], version: [], pg_sleep: ['number'] }).map(
    ([name, parameters]): Target => ({
      name: 'functions',
      weight: closed.has(name) || !(name in functions) ? 1 : SCORING.has(name) ? 20 : 5,
      methods: ['POST'],
      paths: ['', '', '', '', '?select={select}&limit={count}'].map(
        (query) => `/rest/v1/rpc/${name}${query}`,
      ),
      bodies: [Object.fromEntries(parameters.map((parameter) => [parameter, `{${meant(name, parameter)}}`]))],
    }),
  ),
];

const MESSAGE = { topic: '{topic}', event: '{event}', payload: { rev: 1 }, private: true };

export const targetsOf = (catalogue: Catalogue): readonly Target[] => [
  ...restTargets(catalogue),
  {
    name: 'site',
    weight: 60,
    methods: words('GET GET HEAD POST'),
    paths: [...LOCALES.flatMap((locale) => PAGES.map((page) => locale + page)), ...FILES],
  },
  {
    name: 'shared links',
    weight: 20,
    methods: words('GET HEAD'),
    paths: LOCALES.flatMap((locale) => [
      `${locale}/s/gd/{picture}?match={match_id}`,
      `${locale}/s/gd/?match={match_id}`,
      `${locale}/r/{picture}?rev={number}`,
    ]),
    headers: [['user-agent', 'WhatsApp/2.23']],
  },
  ...AUTH.map(([method, path, body]): Target => ({
    name: 'auth',
    // Each password costs what a hash does.
    weight: path === 'token?grant_type=password' || body === undefined ? 1 : 3,
    methods: [method, method, method, 'POST'],
    paths: [`/auth/v1/${path}`],
    ...(body && { bodies: [body] }),
    senders: words('spare refused anon'),
  })),
  {
    name: 'accounts',
    weight: 3,
    methods: words('POST POST GET'),
    paths: ['/admin/v1/owners', '/admin/v1/import'],
    bodies: [{ email: '{email}' }, { email: '{email}', lines: '{lines}', stores: '{stores}' }],
    senders: words('operator anon account refused'),
  },
  {
    name: 'health',
    weight: 10,
    methods: words('GET HEAD POST'),
    paths: words('/health /health?full=1 /health/ /admin/v1/network'),
  },
  {
    name: 'pictures',
    weight: 40,
    methods: words('GET GET GET HEAD OPTIONS'),
    paths: words(`
      / /image/{picture} /thumbnail/{picture} /d/{picture} /small/{picture} /preview/{picture} /small /page /mark
      /mark/{picture} /result/{result} /nothing /image/{picture}/more`).map(
      (path) => `/functions/v1/snapshot${path}`,
    ),
    query: words(`
      matchId={match_id} matchId={match_id} latest=1 latestData=1 history=1 table=1 result={result} tournament={id} lang=ar export=download path=/s/gd/
      version={picture}`).map((pair): Pair => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  },
  {
    name: 'uploads',
    weight: 12,
    methods: ['POST'],
    paths: ['/functions/v1/snapshot?matchId={match_id}'],
    headers: [
      ['x-upload-key', '{upload_key}'],
      ['x-captured-at', '{captured_at}'],
    ],
    sendsPictures: true,
  },
  {
    name: 'uploads',
    weight: 4,
    methods: ['POST'],
    paths: ['/functions/v1/snapshot/mark'],
    headers: [['x-upload-key', '{ticket}']],
    sendsPictures: true,
  },
  {
    name: 'machines',
    weight: 20,
    methods: words('POST POST POST GET HEAD DELETE'),
    paths: [...Object.keys(ALL_MOVES), ...words('nothing {fields} %2e%2e')].map(
      (move) => `/functions/v1/score/v1/moves/${move}`,
    ),
    headers: [
      ['authorization', 'Bearer {machine}'],
      ['idempotency-key', '{id}'],
      ['if-match', '"{match}.1.{number}.en"'],
    ],
    bodies: ['{fields}'],
    senders: words('anon refused'),
  },
  {
    name: 'machines',
    weight: 10,
    methods: words('GET GET GET HEAD POST'),
    paths: words('v1/state press/{button} press/{machine} openapi.json press/ v1/').map(
      (path) => `/functions/v1/score/${path}`,
    ),
    headers: [
      ['authorization', 'Bearer {machine}'],
      ['if-none-match', '"{match}.{number}.1.en"'],
    ],
    senders: words('anon refused'),
  },
  {
    name: 'folds',
    weight: 5,
    methods: ['POST'],
    paths: ['/functions/v1/score/fold'],
    bodies: [{}, { table: '{match_id}' }],
  },
  {
    name: 'broadcasts',
    weight: 20,
    methods: words('POST POST POST GET'),
    paths: words(`
      /realtime/v1/api/broadcast /realtime/v1/api/broadcast /realtime/v1/api/broadcast/{topic}/events/{event}?private=true
      /realtime/v1/websocket`),
    bodies: [{ messages: [MESSAGE] }, { messages: [MESSAGE, MESSAGE, MESSAGE] }, { rev: 1 }],
  },
  ...(['1.0.0', '2.0.0'] as const).map((frames): Target => ({
    name: 'sockets',
    weight: 15,
    methods: ['GET'],
    paths: [`/realtime/v1/websocket?apikey={apikey}&vsn=${frames}`],
    frames,
    senders: words('anon account refused'),
  })),
  {
    name: 'nothing',
    weight: 6,
    methods: words('GET POST'),
    paths: words(
      '/storage/v1/bucket /realtime/v1/api/tenants /realtime/v1/ /graphql/v1 /pg/tables /functions/v1/other /rest/v1/ /rest/v1/rpc/ /admin/v1/x /_system',
    ),
    bodies: [{ id: '{id}' }],
  },
];

type Frame = readonly [event: string, payload: unknown];

/** A socket's messages, to a topic that it may join. */
export const FRAMES: readonly [join: Frame, ...others: Frame[]] = [
  [
    'phx_join',
    {
      config: {
        private: true,
        broadcast: { ack: true, self: true },
        presence: { enabled: true, key: 'a' },
        postgres_changes: [],
      },
      access_token: '{access_token}',
    },
  ],
  ['access_token', { access_token: '{access_token}' }],
  ['broadcast', { type: 'broadcast', event: '{event}', payload: { rev: 1 } }],
  ['presence', { type: 'presence', event: 'track', payload: { name: 'Salma' } }],
  ['presence', { event: 'untrack' }],
  ['heartbeat', {}],
  ['phx_leave', {}],
  ['nothing', null],
];

export const ODD_METHODS = words(
  'GET HEAD POST PUT DELETE PATCH OPTIONS TRACE PROPFIND PURGE QUERY SEARCH LINK',
);

/** Instead of JSON's. */
export const ODD_TYPES = [
  ...words(`
    text/plain application/json;charset=utf-16 application/json; APPLICATION/JSON application/jsonx a text/csv image/jpeg
    application/x-www-form-urlencoded multipart/form-data multipart/form-data;boundary=x application/octet-stream
    application/vnd.pgrst.object+json application/json,text/plain */* \u00ff`),
  '',
];

/** `name: values`, of which each is sent alone. */
const ODD_LINES = `
  accept: */* text/csv application/vnd.pgrst.object+json application/vnd.pgrst.plan+json image/png ;;, text/xml
  accept: application/vnd.pgrst.array+json;nulls=stripped application/vnd.pgrst.object+json;nulls=stripped
  prefer: return=representation return=minimal return=headers-only count=exact count=planned count=estimated tx=rollback
  prefer: handling=strict,max-affected=1 missing=default resolution=merge-duplicates timezone=Nowhere =
  range: 0-1 5-2 0- -1 items=0-0 bytes=0-10 99999999999999999999- x
  accept-profile: auth private public __proto__
  content-profile: auth private public __proto__
  origin: http://127.0.0.1 https://evil.test null * ://
  host: evil.test localhost 127.0.0.1: [::1] 127.0.0.1/x \u00e9 a@localhost
  x-forwarded-for: 10.0.0.1,127.0.0.1 nonsense
  x-forwarded-proto: https ,
  cf-connecting-ip: nonsense ::1
  accept-encoding: br gzip;q=0,br identity;q=0 * ,
  if-none-match: * W/"x" "
  content-encoding: gzip br deflate nonsense identity,gzip
  expect: 100-continue nonsense
  x-captured-at: x 2026-13-45 1970-01-01T00:00:00Z 2026-11-22T21:40:00Z +275761-01-01T00:00:00Z \u00b2
  x-upload-key: \u00ff a,b
  x-http-method-override: DELETE
  te: trailers`;

export const ODD_HEADERS: readonly (readonly Header[])[] = [
  ...ODD_LINES.trim()
    .split('\n')
    .flatMap((line) => {
      const [name = '', ...values] = words(line);
      return values.map((value): readonly Header[] => [[name.slice(0, -1), value]]);
    }),
  ...words('h2c websocket x').map((protocol): readonly Header[] => [
    ['connection', 'upgrade'],
    ['upgrade', protocol],
  ]),
  ...words('accept origin host x-upload-key prefer').map((name): readonly Header[] => [[name, '']]),
  [
    ['host', 'localhost'],
    ['host', 'localhost'],
  ],
  [
    ['origin', 'http://localhost:4321'],
    ['access-control-request-method', 'PATCH'],
    ['access-control-request-headers', '*'],
  ],
  [
    ['cookie', 'a=b; '.repeat(100)],
    ['x-upload-key', 'x'.repeat(2000)],
  ],
  Array.from({ length: 60 }, (_, index): Header => [`x-odd-${index}`, 'x'.repeat(50)]),
];

const HEAD = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const SOCKET = `GET /realtime/v1/websocket?apikey={apikey} HTTP/1.1\r\n${HEAD}`;

/** What no client of HTTP sends, as latin1. `{path}` is the path of a target. */
export const BROKEN: readonly string[] = [
  // Nothing of HTTP.
  '',
  '\r\n\r\n',
  'GET',
  '\0'.repeat(100),
  '\x16\x03\x01\x02\0\x01\0',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  // Without a head.
  ...['GET {path}', 'GET {path} HTTP/1.1', 'GET {path} HTTP/1.0', 'GET {path} HTTP/9.9'].map(
    (line) => `${line}\r\n\r\n`,
  ),
  // First lines, and what a head may hold.
  ...[
    'get {path} HTTP/1.1',
    'GET {path} x HTTP/1.1',
    'GET {path}\xff\xfe HTTP/1.1',
    'GET http://evil.test{path} HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT {path} HTTP/1.1',
    'CONNECT evil.test:443 HTTP/1.1',
    'TRACE {path} HTTP/1.1',
    `GET {path}${'x'.repeat(70_000)} HTTP/1.1`,
    ...['no colon', 'x: \0', 'x: a\r\n b', `${'x: y\r\n'.repeat(3000)}x: y`].map(
      (line) => `GET {path} HTTP/1.1\r\n${line}`,
    ),
  ].map((start) => `${start}\r\n${HEAD}\r\n`),
  `GET {path} HTTP/1.1\n${HEAD}\n`,
  `GET {path} HTTP/1.1\r\n${HEAD}\r\n`.repeat(20),
  // Bodies that are shorter, longer or other than it is said.
  ...[
    'Content-Length: 100',
    'Content-Length: -1',
    'Content-Length: 9999999999',
    'Content-Length: 2\r\nContent-Length: 3',
    'Content-Length: 2',
    'Transfer-Encoding: nonsense',
    'Content-Length: 2\r\nTransfer-Encoding: chunked',
  ].flatMap((length) =>
    words('POST GET PATCH').map((method) => `${method} {path} HTTP/1.1\r\n${HEAD}${length}\r\n\r\n{}`),
  ),
  ...[
    'zz\r\n{}\r\n0\r\n\r\n',
    '2\r\n{}\r\n',
    'ffffffffffffffff\r\n{}',
    '2;a=b\r\n{}\r\n0\r\nx: y\r\n\r\n',
    `${'1\r\n \r\n'.repeat(500)}0\r\n\r\n`,
  ].map((chunks) => `POST {path} HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}`),
  // Upgrades that aren't complete, and to where there is none.
  ...[UPGRADE, UPGRADE.replace('13', '7') + KEY, KEY].map((upgrade) => `${SOCKET}${upgrade}\r\n`),
  `GET /overlay/${randomUUID()} HTTP/1.1\r\n${HEAD}${UPGRADE}${KEY}\r\n`,
  `${SOCKET}${UPGRADE}${KEY}Sec-WebSocket-Extensions: permessage-deflate; x=\xff\r\n\r\n`,
  // Frames: none, unmasked, with reserved bits, of an unknown kind, a continuation of nothing, a huge one, closings, a
  // long ping, a fragment, and half of one.
  ...[
    '',
    'GET / HTTP/1.1\r\n\r\n',
    '\x81\x02{}',
    '\xf1\x80\0\0\0\0',
    '\x83\x80\0\0\0\0',
    '\x80\x80\0\0\0\0',
    '\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff',
    '\x88\x80\0\0\0\0',
    '\x88\x82\0\0\0\0\x03\xef',
    '\x88\x81\0\0\0\0\x03',
    '\x89\xfe\0\x80\0\0\0\0',
    '\x01\x81\0\0\0\0a',
    '\x81\x85\0\0\0\0ab',
  ].map((frame) => `${SOCKET}${UPGRADE}${KEY}\r\n${frame}`),
];
