import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';
import { AMENDMENTS } from '../../../src/rules/log.ts';
import type { Change } from '../../../src/core/room/list.ts';
import { GAME_NAMES } from '../../../src/games/boards.ts';
import { readSecrets } from '../../../supabase/embedded/data/data-folder.ts';
import { DATA } from '../../../supabase/embedded/data/paths.ts';
import { SCORE_PATH } from '../../../supabase/embedded/rest/score.ts';
import { OWNERS_PATH } from '../../../supabase/embedded/ops/administration.ts';
import { openSessions } from '../../../supabase/embedded/data/sessions.ts';
import { SERVICE_PATH } from '../../../supabase/embedded/snapshots/index.ts';
import { caller, openVenue } from '../wire-scorer.ts';

/** The valid accounts, ids, secrets and links that odd requests need to get past the first checks. */

export interface Account {
  readonly email: string;
  readonly password: string;
}

export type Header = readonly [name: string, value: string];

/** The database's whole interface, for any caller. */
export interface Catalogue {
  /** Parameters by function. */
  readonly functions: Readonly<Record<string, readonly string[]>>;
  /** Types by parameter. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The functions that no account may execute. */
  readonly closed: ReadonlySet<string>;
  /** Columns by table. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** The names of its messages, and the prefixes of their topics. */
  readonly events: readonly string[];
  readonly topics: readonly string[];
  /** The actions that it applies to clocks. */
  readonly clocks: readonly string[];
}

export interface Known {
  /** Who sends something, by the headers that say so. Each name has one or more. */
  readonly senders: Readonly<Record<string, readonly (readonly Header[])[]>>;
  /** Good values by the names of parameters. */
  readonly likely: Readonly<Record<string, readonly unknown[]>>;
}

const FUNCTIONS = `
  select proname as name, coalesce(proargnames[:pronargs], '{}') as parts, has_function_privilege('authenticated', oid, 'execute') as open
  from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`;
const TYPES = `
  select part as name, array_agg(distinct format_type(type, null)) as parts
  from pg_proc, unnest(proargnames[:pronargs], proargtypes::oid[]) as given(part, type)
  where pronamespace = 'public'::regnamespace and part is not null group by 1`;
const COLUMNS = `
  select table_name::text as name, array_agg(column_name::text order by ordinal_position) as parts
  from information_schema.columns where table_schema = 'public' group by 1 order by 1`;

const SOURCES = `
  select prosrc as source from pg_proc where pronamespace in ('private'::regnamespace, 'public'::regnamespace) order by oid`;

/** Asks the database of an installation that runs. */
export const readCatalogue = async (folder: string): Promise<Catalogue> => {
  const { pg, close } = await openSessions({ host: join(folder, DATA.database), port: 5432 });
  try {
    const functions = (await pg.query<{ name: string; parts: string[]; open: boolean }>(FUNCTIONS)).rows;
    const types = (await pg.query<{ name: string; parts: string[] }>(TYPES)).rows;
    const tables = (await pg.query<{ name: string; parts: string[] }>(COLUMNS)).rows;
    const sources = (await pg.query<{ source: string }>(SOURCES)).rows.map(({ source }) => source).join(';');
    const sent = [...sources.matchAll(/realtime\.send\(([^;]*?)'(\w+):' \|\|/g)];
    const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    return {
      functions: Object.fromEntries(functions.map(({ name, parts }) => [name, parts])),
      types: Object.fromEntries(types.map(({ name, parts }) => [name, parts])),
      closed: new Set(functions.filter(({ open }) => !open).map(({ name }) => name)),
      tables: Object.fromEntries(tables.map(({ name, parts }) => [name, parts])),
      events: [...new Set(sent.flatMap(([, values = '']) => named(values, /'(\w+)'/g)))],
      topics: [...new Set(sent.map(([, , topic = '']) => topic))],
      clocks: named(sources, /when '((?:clock|shot)\.\w+)'/g),
    };
  } finally {
    await close();
  }
};

/** Makes an account, as `npm run owner` does. */
export const addAccount = async (origin: string, folder: string): Promise<Account> => {
  const answer = await fetch(`${origin}${OWNERS_PATH}`, {
    method: 'POST',
    headers: { apikey: readSecrets(folder).secretKey },
    body: JSON.stringify({ email: `${randomUUID()}@example.test` }),
  });
  if (!answer.ok) throw new Error(`No account: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Account;
};

const signIn = async (origin: string, account: Account): Promise<string> => {
  const session = await caller(origin)('/auth/v1/token?grant_type=password', account);
  return (session as { access_token: string }).access_token;
};

/** Good values by a parameter's type, for those that need no others. */
const ORDINARY: Readonly<Record<string, readonly unknown[]>> = {
  boolean: [true, false, null],
  integer: [0, 1, null],
  bigint: [0, 1, null],
  'double precision': [0, 0.5, null],
  text: ['Salma', '', null],
  uuid: [randomUUID(), null],
  'timestamp with time zone': [new Date().toISOString(), null],
  jsonb: [{}, null],
  'uuid[]': [[], [randomUUID()]],
};

/** All that was ever played. */
const WHILE = { from_at: '2026-01-01T00:00:00Z', to_at: '2099-01-01T00:00:00Z' };

type Venue = Awaited<ReturnType<typeof openVenue>>;

/** Gives an account something of all that an owner can have. */
const furnish = async (origin: string, owner: Venue, picture: Buffer) => {
  const make = async <Made>(name: string, body: object = {}) => (await owner.call(name, body)) as Made;
  for (const title of ['First', 'Second']) await make('add_table', { title });
  const [table] = await owner.tables();
  if (!table) throw new Error('No table was made.');
  const match = await owner.begin(table, 'plain');
  await match.act('set', { changes: { s1: { from: 0, to: 1 } } });
  const [played] = await owner.tables();
  await owner.begin(played ?? table, 'plain');
  await caller(origin, owner.token)(`${SCORE_PATH}/fold`, {});
  const { results } = await make<{ results: { id: string }[] }>('list_results', WHILE);

  type Secret = Readonly<Record<'id' | 'secret', string>>;
  const links: Secret[] = [];
  for (const ends_at of [null, '2026-01-01T00:00:00Z']) {
    links.push(await make('add_scorer_link', { table_id: table.id, label: 'Link', ends_at }));
  }
  const addTo = async (more: object) =>
    (await make<Secret>('add_scorer_link', { table_id: table.id, label: 'Machine', ...more })).secret;
  const machine = await addTo({ is_machine: true });
  const button = await addTo({ move: { move: 'point', fields: { side: 'A' } } });
  const key = await make<Secret>('add_upload_key', { label: 'Camera' });
  const tickets: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const kind = count % 2 ? 'logo' : 'portrait';
    tickets.push((await make<{ ticket: string }>('begin_picture', { kind })).ticket);
  }
  const player = await make<string>('save_player', { name: 'Salma', flag: 'MA' });
  const party = randomUUID();
  await make('change_waiting', {
    op: { id: party, entry: party, kind: 'add', name: 'Salma', size: 2, wants: 'any' },
  });
  const secret = randomUUID().replaceAll('-', '');
  const { code } = await make<{ code: string }>('begin_pairing', { secret });
  const television = await make<{ id: string }>('pair_television', { code, title: 'Bar' });
  const device = randomUUID().replaceAll('-', '');
  const asked = await make<{ code: string }>('begin_pairing', { secret: device, kind: 'device' });
  const letIn = await make<{ id: string }>('let_in_device', {
    code: asked.code,
    title: 'Bar',
    role: 'admin',
  });
  const venue = await make<{ tables: { match_id: string }[] }>('get_venue');
  const addresses = venue.tables.map(({ match_id }) => match_id);
  const upload = async (to: string, secret = ''): Promise<string> => {
    const answer = await fetch(`${origin}${SERVICE_PATH}${to}`, {
      method: 'POST',
      headers: { 'x-upload-key': secret },
      body: new Uint8Array(picture),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  return {
    links,
    machine,
    button,
    key,
    tickets,
    player,
    secret,
    device,
    party,
    addresses,
    television: television.id,
    letIn: letIn.id,
    results: results.map(({ id }) => id),
    room: (await make<{ topic: string }>('list_waiting')).topic,
    tables: await owner.tables(),
    picture: await upload(`?matchId=${addresses[0] ?? ''}`, key.secret),
    mark: await upload('/mark', tickets.pop()),
  };
};

/** Another account's scores, whose ids may be known. */
export interface Stranger {
  readonly table: string;
  readonly token: string;
  readonly match: string;
}

interface World {
  readonly origin: string;
  readonly folder: string;
  readonly picture: Buffer;
  /** The account whose password everybody knows. */
  readonly demo: Venue;
  readonly strangers: readonly Stranger[];
  readonly catalogue: Catalogue;
}

/** Makes accounts for odd requests, furnishes them, and learns what there is to know. */
export const getKnown = async (world: World): Promise<Known> => {
  const { origin, folder, picture, demo, strangers, catalogue } = world;
  const { jwtSecret, secretKey } = readSecrets(folder);
  const [first, second] = [
    await openVenue(origin, await addAccount(origin, folder)),
    await openVenue(origin, await addAccount(origin, folder)),
  ];
  const [own, others] = [await furnish(origin, first, picture), await furnish(origin, second, picture)];
  const spare = await addAccount(origin, folder);
  const ended = await signIn(origin, spare);
  await caller(origin, ended)('/auth/v1/logout?scope=local', {});
  const left = await signIn(origin, spare);
  const expired = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(randomUUID())
    .setExpirationTime('-1h')
    .sign(new TextEncoder().encode(jwtSecret));

  const apikey: Header = ['apikey', EMBEDDED_PUBLISHABLE_KEY];
  const authorized = (text: string): readonly Header[] => [apikey, ['authorization', text]];
  const bearing = (token: string): readonly Header[] => authorized(`Bearer ${token}`);
  const [head = '', claims = ''] = first.token.split('.');
  const forged = ['[]', 'null', '1', '{"exp":{}}', '{"exp":1e999}', '{"sub":[]}', '['.repeat(5000)];

  const tables = [
    ...Array.from({ length: 20 }, () => own.tables).flat(),
    ...others.tables,
    ...(await demo.tables()),
  ];
  const tableIds = [...tables.map(({ id }) => id), ...strangers.map(({ table }) => table)];
  const matches = [...tables.map(({ match }) => match.id), ...strangers.map(({ match }) => match)];
  const tokens = [...tables.map(({ token }) => token), ...strangers.map(({ token }) => token)];
  const pictures = [own.picture, own.mark, others.picture];
  const addresses = [
    ...Array.from({ length: 5 }, () => own.addresses).flat(),
    ...others.addresses,
    'demo-b1',
    'nobody-b1',
  ];
  const keys = [own.key.secret, own.key.secret, others.key.secret];
  const ids = new Set([...tableIds, ...pictures, randomUUID()]);
  const owned = [
    ...own.results,
    own.player,
    own.television,
    own.letIn,
    own.key.id,
    ...own.links.map(({ id }) => id),
  ];

  const action = (kind: string, body: object) => ({ id: randomUUID(), kind, body, ago: 0 });
  const clocks = catalogue.clocks.map((kind) => action(kind, { n: 30, warn: 10 }));
  const set = action('set', { changes: { s1: { from: 1, to: 2 } } });
  const party = { name: 'Salma', name2: null, size: 2, wants: 'any', wanted_id: null };
  const at = { table_id: tableIds[0] };
  const changes: Readonly<Record<Change['kind'], object>> = {
    add: { ...party, entry: randomUUID(), before: null, table_id: null, replace: false },
    edit: party,
    place: { next: null },
    call: at,
    move: at,
    start: { ...at, replace: false },
    uncall: {},
    away: {},
    missed: {},
    back: {},
    leave: {},
    free: {},
    undo: {},
  };
  const board = { p1: 'Salma', p2: 'Mehdi', s1: 2, s2: 1, race_to: 9, rules: 1, detail: null, result: null };
  return {
    senders: {
      anon: [[apikey]],
      device: [[apikey, ['x-device', own.device]]],
      account: [bearing(first.token)],
      second: [bearing(second.token)],
      demo: [bearing(demo.token)],
      // Signs out, and changes its password.
      spare: [bearing(left)],
      // Unknown, or no longer known.
      refused: [
        [],
        [['apikey', 'sb_publishable_wrong'] as const],
        [apikey, apikey],
        ...['Basic YTpi', 'Bearer', `bearer ${first.token}`, `Bearer ${first.token}, Bearer x`].map(
          authorized,
        ),
        ...[
          ended,
          expired,
          EMBEDDED_PUBLISHABLE_KEY,
          first.token.slice(0, 60),
          'x'.repeat(4000),
          '',
          '..',
          'a b',
        ].map(bearing),
        ...[
          `${head}.${claims}.`,
          `${head}.${claims}.${'A'.repeat(43)}`,
          `eyJhbGciOiJub25lIn0.${claims}.`,
        ].map(bearing),
        ...forged.map((text) => bearing(`${head}.${Buffer.from(text).toString('base64url')}.x`)),
        [...bearing(first.token), ['authorization', 'Bearer x']],
      ],
      operator: [[['apikey', secretKey]]],
    },
    likely: {
      ...Object.fromEntries(
        Object.entries(catalogue.types).map(([name, types]) => [
          name,
          types.flatMap((type) => ORDINARY[type] ?? []),
        ]),
      ),
      table_id: tableIds,
      token: tokens,
      screen: ['screen-1', null],
      shown: [1, true, null],
      match: [...matches, randomUUID(), randomUUID()],
      expected: matches,
      after_seq: [0, 1, null, 4999],
      id: [...ids, ...Array.from({ length: 5 }, () => [null, own.tables[0]?.id, ...owned]).flat()],
      player_id: [own.player, null],
      sponsor_id: [null],
      television_id: [own.television],
      device_id: [own.letIn, others.letIn],
      result_id: [...own.results, ...others.results],
      key_id: [own.key.id, others.key.id],
      scorer_link_id: own.links.map(({ id }) => id),
      ids: [tableIds.slice(0, 2), [...ids], [], pictures, [tableIds[0], tableIds[0]]],
      televisions: [[], [own.television]],
      key: [...tokens, ...tableIds, ...keys, 'salma', 'mehdi'],
      into_key: ['salma', 'mehdi'],
      link: [
        null,
        own.machine,
        own.button,
        ...[own, own, others].flatMap(({ links }) => links.map(({ secret }) => secret)),
      ],
      machine: [own.machine, own.machine, others.machine],
      button: [own.button, own.button, others.button, own.machine],
      fields: [{ side: 'A' }, { side: 'B', by: -1 }, { s1: 1 }, {}, { do: 'stop' }],
      op: Object.entries(changes).map(([kind, change]) => ({
        id: randomUUID(),
        kind,
        entry: own.party,
        before: own.party,
        ...change,
      })),
      move: [null, { move: 'undo', fields: {} }],
      actions: [
        [],
        [set],
        [set, set],
        clocks,
        ...clocks.map((clock) => [clock]),
        [set, ...AMENDMENTS.map((kind) => action(kind, { t: set.id, kind: 'set', body: {} }))],
      ],
      board: [board, { ...board, detail: { turn: 'A' }, result: { winner: 'A' } }, null],
      start: [{ p1: 'Salma', p2: 'Mehdi', s1: 0, s2: 0, raceTo: 0 }],
      game: [...GAME_NAMES],
      rules: [1],
      ago: [0, 0.5, 3600],
      upload_key: keys,
      ticket: [...own.tickets, ...others.tickets],
      picture: [null, null, ...pictures],
      match_id: addresses,
      captured_at: [new Date().toISOString(), '2026-11-22T21:40:00Z'],
      secret: [own.secret, own.device, others.secret, randomUUID().replaceAll('-', '')],
      code: ['CDFHJK'],
      title: ['Table', ''],
      name: ['Salma', 'Mehdi'],
      flag: ['MA', null],
      kind: ['logo', 'portrait', 'device', 'pool', null],
      role: ['admin', 'service', 'remote'],
      ends_at: ['2099-01-01T00:00:00Z', null],
      keep_days: [30, null],
      query: ['', '?look=dark'],
      theme: ['dark', 'light'],
      number: [0, 7, -3.5],
      most: [10],
      slug: ['demo'],
      reason: ['size'],
      type: ['image/jpeg'],
      digest: ['ab'.repeat(32)],
      email: [spare.email, spare.email.toUpperCase(), 'nobody@example.test'],
      password: [spare.password, 'wrong'],
      request: [randomUUID(), randomUUID()],
      body_hash: ['ab'.repeat(32)],
      answer: [{}],
      instants: [Object.values(WHILE)],
      from_at: [WHILE.from_at],
      to_at: [WHILE.to_at],
      correction: [null, { p1: 'Salma', p2: 'Mehdi', s1: 1, s2: 0 }],
      after: [null],
      player: [null, 'Salma'],
      state: [null, 'live', 'scored'],
      links: [[]],
      lines: [[], [{ type: 'player', name: 'Salma', flag: 'MA' }]],
      programme: [null, { turns: ['tables', 'waiting'], seconds: 20 }],
      seq: [0, 1],
      result: own.results,
      time_zone: ['Africa/Casablanca', null],
      closing_hour: [6, null],
      keep_log_days: [365, null],
      event: catalogue.events,
      apikey: [EMBEDDED_PUBLISHABLE_KEY],
      access_token: [first.token, second.token, demo.token, ended, expired, EMBEDDED_PUBLISHABLE_KEY],
      topic: [
        ...tokens.map((token) => `overlay:${token}`),
        ...addresses.map((address) => `snapshot:${address}`),
        `television:${own.television}`,
        `device:${own.letIn}`,
        own.room,
      ],
    },
  };
};
