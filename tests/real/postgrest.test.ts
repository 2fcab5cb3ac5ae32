import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DATA } from '../../supabase/embedded/data/paths.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { readCatalogue, type Catalogue } from '../common/fuzz/known.ts';
import { sharedInstallation } from '../embedded/folders.ts';
import { findPostgrest, startPostgrest, type Postgrest } from './postgrest.ts';

/**
 * PostgREST, which hosted Supabase answers `/rest/v1/` with, beside the embedded server's own answers: two
 * installations with databases of the same migrations get the same requests, and must give the same answers. Values
 * that the server chose by itself (ids, secrets, times) are compared by kind.
 */

const program = findPostgrest();
if (!program)
  console.log(`Skipped: PostgREST, which npm has no program of for ${process.platform} ${process.arch}.`);

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly range: string | null;
}

/** An installation, and how a request gets to the one of the two that answers for it. */
interface Side {
  readonly server: EmbeddedServer;
  readonly ask: (method: Method, path: string, headers: Headers, body?: string) => Promise<Answer>;
}

let sides: readonly [Side, Side];
let postgrest: Postgrest;
let catalogue: Catalogue;
const folders = [sharedInstallation(), sharedInstallation()] as const;

const read = async (answer: Response): Promise<Answer> => {
  const text = await answer.text();
  return {
    status: answer.status,
    body: text ? (JSON.parse(text) as unknown) : null,
    // Of a function's answer it says nothing.
    range: answer.url.includes('/rpc/') ? null : answer.headers.get('content-range'),
  };
};

/** The embedded server limits what an account asks in ten seconds; PostgREST doesn't, which is the platform's to do. */
const patiently = async (send: () => Promise<Response>): Promise<Answer> => {
  const answer = await send();
  if (answer.status !== 429) return read(answer);
  await pause(1000 * Number(answer.headers.get('retry-after') ?? 1));
  return patiently(send);
};

/**
 * As Supabase's gateway in front of PostgREST: a key in place of a token means anonymous, and the client's address is
 * added.
 */
const throughGateway = ({ authorization, ...others }: Headers): Headers => {
  const isKey = authorization === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}`;
  return {
    ...others,
    ...(authorization !== undefined && !isKey && { authorization }),
    'cf-connecting-ip': '127.0.0.1',
  };
};

beforeAll(async () => {
  if (!program) return;
  const [own, other] = [
    await startServer({ folder: folders[0], port: 0, mail: () => undefined }),
    await startServer({ folder: folders[1], port: 0, mail: () => undefined }),
  ];
  catalogue = await readCatalogue(folders[0]);
  // As hosted: PostgREST signs in as one who may only become the three, calls stop after 3 and 8 seconds, and Auth's
  // function reads the claims as JSON.
  await other.pg.query(`
    create role authenticator noinherit login;
    grant anon, authenticated, service_role to authenticator;
    alter role anon set statement_timeout = '3s';
    alter role authenticated set statement_timeout = '8s';
    alter role authenticator set statement_timeout = '8s';
    create or replace function auth.uid() returns uuid language sql stable as $$
      select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
      )::uuid
    $$`);
  const host = encodeURIComponent(join(folders[1], DATA.database));
  postgrest = await startPostgrest(program, {
    uri: `postgres://authenticator@/postgres?host=${host}&port=5432`,
    jwtSecret: other.secrets.jwtSecret,
  });
  const init = (method: Method, headers: Headers, body?: string) => ({
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  sides = [
    {
      server: own,
      ask: (method, path, headers, body) =>
        patiently(() => fetch(`${own.origin}/rest/v1${path}`, init(method, headers, body))),
    },
    {
      server: other,
      ask: async (method, path, headers, body) =>
        read(await fetch(`${postgrest.origin}${path}`, init(method, throughGateway(headers), body))),
    },
  ];
});
afterAll(async () => {
  if (!program) return;
  await postgrest.close();
  for (const { server } of sides) await server.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The values that the server chose, by kind; in texts, the kind replaces them. */
const kindOf = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => kindOf(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, kindOf(item, name)]));
  }
  if (typeof value === 'number') return Number.isInteger(value) ? value : 'fraction';
  if (typeof value !== 'string') return value;
  if (key === 'code' && /^[A-Z0-9]{6}$/.test(value)) return 'pairing code';
  if (key === 'slug' || /^[a-z0-9]{12}-b\d+$/.test(value))
    return value.replace(/^[a-z0-9]{12}(?=$|-b)/, 'slug');
  const masked = value
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::\d\d)?)?/g, 'time')
    .replace(/\d{4}-\d\d-\d\d/g, 'day')
    .replace(/\b[\w-]{20,}(?![\w-])/g, 'secret')
    .replace(/[\w.-]+@example\.test/g, 'email');
  // An export's rows come by their ids, which are random.
  return key === 'lines' ? masked.split('\n').sort() : masked;
};

interface Comparable {
  readonly status: number;
  readonly range: string | null;
  readonly body: Partial<Record<'code' | 'message', unknown>> | null;
}

/** The compared parts of two answers: of a refusal, its code and message, without hints at other names. */
const comparable = ({ status, body, range }: Answer): Comparable => {
  const refusal = status >= 400 ? (body as Partial<Record<'code' | 'message', string>> | null) : null;
  return {
    status,
    range,
    body: refusal
      ? { code: refusal.code, message: kindOf(refusal.message) }
      : (kindOf(body) as Comparable['body']),
  };
};

/** Whether both refuse with this status and these codes; the same one by default, in other words. */
const differsBy =
  (status: number, ownCode: string, otherCode = ownCode) =>
  (_asked: string, own: Comparable, other: Comparable): boolean =>
    own.status === status &&
    other.status === status &&
    own.body?.code === ownCode &&
    other.body?.code === otherCode;

/** Where the two may differ, and why. */
const KNOWN: Readonly<Record<string, (asked: string, own: Comparable, other: Comparable) => boolean>> = {
  'a list as a body is refused: PostgREST ignores it, or calls once for each entry': (asked, own) =>
    asked.endsWith(' []') && own.body?.code === 'PGRST102',
  'a missing argument of a function that takes one JSON: PostgREST 12 gives it the whole body': differsBy(
    404,
    'PGRST202',
    '42883',
  ),
  'rows are added and removed only by functions, so tables have no such methods: PostgREST reads the grants':
    (_asked, own, other) =>
      own.body?.code === 'PGRST117' && other.body?.code === '42501' && other.status === 403,
  'a table that isn’t there: the code that PostgREST has since 13, as hosted': differsBy(
    404,
    'PGRST205',
    '42P01',
  ),
  'other words for a single row that isn’t one, as PostgREST has since 13': differsBy(406, 'PGRST116'),
  'other words for a token that nobody signed, as PostgREST has since 13': differsBy(401, 'PGRST301'),
  'other words for a column that isn’t there': (...given) =>
    differsBy(400, 'PGRST204')(...given) || differsBy(400, '42703')(...given),
  'other words for a query that can’t be read': differsBy(400, 'PGRST100'),
};

/** The known difference that this is; the answers, if it is none; null if they are the same. */
const differenceBetween = (asked: string, one: Answer, two: Answer): string | object | null => {
  const [own, other] = [comparable(one), comparable(two)];
  if (JSON.stringify(own) === JSON.stringify(other)) return null;
  return Object.keys(KNOWN).find((name) => KNOWN[name]?.(asked, own, other)) ?? { own, other };
};

/** Someone who signed in on a side. */
const signIn = async ({ server }: Side, email: string): Promise<string> => {
  const { password } = await server.auth.addOwner(email);
  const answer = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const apikey = EMBEDDED_PUBLISHABLE_KEY;
const anybody: Headers = { apikey, authorization: `Bearer ${apikey}` };
const bearing = (token: string): Headers => ({ apikey, authorization: `Bearer ${token}` });

/** Everything that was asked and answered, in order, on one side. */
type Transcript = { readonly asked: string; readonly answer: Answer }[];

/** The differences of two transcripts, by request. */
const compare = (one: Transcript, two: Transcript) => {
  expect(two).toHaveLength(one.length);
  const known = new Map<string, number>();
  const unknown = new Map<string, string[]>();
  for (const [index, { asked, answer }] of one.entries()) {
    const difference = differenceBetween(asked, answer, two[index]?.answer ?? expect.unreachable());
    if (difference === null) continue;
    if (typeof difference === 'string') known.set(difference, (known.get(difference) ?? 0) + 1);
    else {
      const text = JSON.stringify(difference);
      unknown.set(text, [...(unknown.get(text) ?? []), asked]);
    }
  }
  return { known, unknown };
};

/**
 * An evening of a venue by the calls that its pages make: of every function that they call, an answer that isn't a
 * refusal.
 */
const playEvening = async (side: Side): Promise<Transcript> => {
  const transcript: Transcript = [];
  const owner = bearing(await signIn(side, 'owner@example.test'));
  const call = async <Got = Readonly<Record<string, string>>>(
    name: string,
    args: object = {},
    who: Headers = owner,
  ): Promise<Got> => {
    const answer = await side.ask('POST', `/rpc/${name}`, who, JSON.stringify(args));
    transcript.push({ asked: `${name} ${JSON.stringify(args)}`, answer });
    return answer.body as Got;
  };
  const rows = async (method: Method, path: string, body?: object, headers: Headers = {}) => {
    const answer = await side.ask(method, path, { ...owner, ...headers }, body && JSON.stringify(body));
    transcript.push({ asked: `${method} ${path} ${JSON.stringify(body ?? null)}`, answer });
  };
  const secret = () => randomUUID().replaceAll('-', '');
  const board = {
    p1: 'سلمى 🎱',
    p2: '<b>O’Neil</b>',
    s1: 1,
    s2: 0,
    race_to: 3,
    rules: 1,
    detail: null,
    result: null,
  };
  const action = (kind: string, body: object = {}) => ({ id: randomUUID(), kind, body, ago: 0 });
  const point = () => action('set', { changes: { s1: { from: 0, to: 1 } } });

  const table = await call('ensure_overlay');
  const id = table['id'] ?? '';
  const token = table['url_token'] ?? '';
  const second = await call<string>('add_table', { title: 'Two "2" \\', kind: 'snooker' });
  await call('update_table', { id: second, title: 'الطاولة ٢' });
  await call('update_table', { id: second, kind: null, out_of_use: true });
  await call('update_table', { id: second, out_of_use: false });
  await call('order_tables', { ids: [second, id] });
  const { match } = await call('get_overlay', { key: token, screen: 'screen-0001', shown: 1 }, anybody);
  await call('list_tables');

  // The specification's own way of writing a board.
  const own = `url_token=eq.${token}`;
  await rows('GET', `/public_overlays?${own}&select=p1,p2,s1,s2,race_to,theme`);
  await rows('GET', `/public_overlays?${own}`);
  await rows('HEAD', `/public_overlays?${own}`);
  await rows('GET', `/public_overlays?select=s1,theme&order=s1.desc&limit=1`);
  await rows('GET', `/public_overlays?select=theme`, undefined, { prefer: 'count=exact' });
  await rows('GET', `/user_overlays?select=title,kind,public_overlays!inner(p1)&order=position`);
  await rows('GET', `/user_overlays?id=eq.${id}`, undefined, { accept: 'application/vnd.pgrst.object+json' });
  await rows('GET', `/user_overlays?title=eq.nobody`, undefined, {
    accept: 'application/vnd.pgrst.object+json',
  });
  await rows('PATCH', `/public_overlays?${own}`, { p1: 'Amal', s1: 2.5, theme: 'light' });
  await rows(
    'PATCH',
    `/public_overlays?${own}&select=p1,s1`,
    { p2: 'Badr' },
    { prefer: 'return=representation' },
  );
  await rows('PATCH', `/public_overlays?url_token=eq.nobody`, { s1: 1 }, { prefer: 'return=representation' });
  await rows('PATCH', `/user_overlays?id=eq.${id}`, { title: 'One' });
  for (const bad of [{ p1: 'x'.repeat(61) }, { s1: 'NaN' }, { s1: 'many' }, { p1: null }, { nothing: 1 }]) {
    await rows('PATCH', `/public_overlays?${own}`, bad);
  }
  for (const closed of [{ clock_accum: 5 }, { owner_uid: randomUUID() }, { match_id: randomUUID() }]) {
    await rows('PATCH', `/public_overlays?${own}`, closed);
  }
  for (const query of [
    'select=nothing',
    'nothing=eq.1',
    'select=p1,(',
    's1=gt.x',
    'order=nothing',
    'limit=x',
  ]) {
    await rows('GET', `/public_overlays?${query}`);
  }
  for (const closed of [
    'matches',
    'match_actions',
    'venues',
    'results',
    'televisions',
    'waiting',
    'nothing',
  ]) {
    await rows('GET', `/${closed}`);
  }
  await rows('POST', '/public_overlays', { url_token: 'x' });
  await rows('DELETE', `/public_overlays?${own}`);

  const append = (
    after: number | null,
    actions: readonly object[],
    shown: object | null = board,
    link?: string,
  ) =>
    call(
      'append_actions',
      { match, after_seq: after, actions, board: shown, link: link ?? null },
      link ? anybody : owner,
    );
  await call('get_log', { match, after_seq: 0, link: null });
  // Stale: the direct update is in the log.
  const stale = (await append(0, [point()])) as unknown as { seq: number };
  const scored = point();
  await append(stale.seq, [scored]);
  await append(stale.seq, [scored]);
  await append(stale.seq + 1, [action('undo', { t: scored.id })], { ...board, s1: 0 });
  await append(null, [action('clock.start')], null);
  await append(null, [action('shot.start', { n: 30 })], null);
  await append(0, [action('Not a word')]);
  for (const name of ['start_clock', 'stop_clock', 'reset_clock']) await call(name, { token });
  const begun = randomUUID();
  const next = {
    table_id: id,
    expected: match,
    match: begun,
    game: 'eight-ball',
    rules: 1,
    start: {},
    ago: 0,
  };
  await call('begin_match', { ...next, board, link: null });
  await call('begin_match', { ...next, match: randomUUID(), board });
  await call('resume_match', { table_id: id, expected: begun, match, link: null });
  await call('begin_match', { ...next, match: randomUUID(), board: { ...board, result: { winner: 'A' } } });

  const added = await call('add_scorer_link', { table_id: id, label: 'بار', ends_at: null });
  await call('open_link', { link: added['secret'] }, anybody);
  await append(0, [point()], board, added['secret']);
  await call('list_scorer_links', { table_id: id });
  const machine = await call('add_scorer_link', { table_id: id, label: 'Remote', is_machine: true });
  await call('open_machine', { link: machine['secret'] }, anybody);
  const button = await call('add_scorer_link', {
    table_id: id,
    label: 'Deck',
    move: { move: 'undo', fields: {} },
  });
  await call('open_button', { link: button['secret'] }, anybody);
  await call('revoke_scorer_link', { id: added['id'] });
  await call('open_link', { link: added['secret'] }, anybody);
  await call('replace_overlay_link', { id });

  const party = randomUUID();
  const wish = { name: 'Salma', name2: null, size: 2, wants: 'any', wanted_id: null };
  await call('change_waiting', { op: { id: party, entry: party, kind: 'add', ...wish } });
  await call('change_waiting', { op: { id: party, entry: party, kind: 'add', ...wish } });
  const called = { id: randomUUID(), entry: party, kind: 'call', table_id: second };
  await call('change_waiting', { op: { ...called, before: party } });
  await call('change_waiting', { op: { ...called, id: randomUUID() } });
  await call('list_waiting');

  const screen = secret();
  const { code } = await call('begin_pairing', { secret: screen }, anybody);
  await call('ask_television', { secret: screen }, anybody);
  await call('find_code', { code });
  await call('pair_television', { code: 'WRONG2', title: 'TV', table_id: id, query: '' });
  const paired = await call('pair_television', {
    code,
    title: 'TV',
    table_id: id,
    query: '?lang=ar',
    programme: null,
  });
  await call('ask_television', { secret: screen }, anybody);
  await call('update_television', {
    id: paired['id'],
    title: 'TV 2',
    table_id: null,
    query: '',
    programme: null,
  });
  await call('list_televisions');
  await call('unpair_television', { id: paired['id'] });
  const phone = secret();
  const asked = await call('begin_pairing', { secret: phone, kind: 'device' }, anybody);
  const device = await call('let_in_device', {
    code: asked['code'],
    title: 'Bar',
    role: 'service',
    table_id: null,
  });
  const letIn: Headers = { ...anybody, 'x-device': phone };
  await call('ask_device', { secret: phone }, anybody);
  await call('list_tables', {}, letIn);
  await call('list_waiting', {}, letIn);
  await call('add_table', { title: 'Not by service' }, letIn);
  await call('update_device', { id: device['id'], title: 'Bar 2', role: 'admin', table_id: null });
  await call('add_table', { title: 'By an Admin' }, letIn);
  await call('list_devices');
  await call('revoke_devices', { ids: [device['id']], links: [], televisions: [] });
  await call('list_tables', {}, letIn);

  await call('update_venue', {
    title: 'Café «Le Billard» & fils',
    time_zone: 'Africa/Casablanca',
    closing_hour: 6,
  });
  await call('update_venue', { time_zone: 'Nowhere/City' });
  const key = await call('add_upload_key', { label: 'Camera' });
  await call('get_venue');
  await call('revoke_upload_key', { id: key['id'] });
  const player = await call<string>('save_player', { name: 'Émilie İ', flag: 'MA', picture: null, id: null });
  await call('name_player', { name: 'Nadia', id: null });
  await call('hide_player', { id: player, hidden: true });
  await call('begin_picture', { kind: 'logo' });
  // The snapshot service stores pictures sent with it.
  const logo = 'l'.repeat(22);
  await side.server.pg.query(
    `insert into public.venue_pictures (id, venue_id, kind) select $1, venues.id, 'logo'
     from public.venues join auth.users on users.id = owner_uid where email = 'owner@example.test'`,
    [logo],
  );
  const sponsor = { title: 'S', shown: true, id: null };
  await call('save_sponsor', { ...sponsor, picture: logo });
  await call('save_sponsor', { ...sponsor, picture: '-'.repeat(22) });
  await call('order_sponsors', { ids: [] });
  await call('remove_sponsor', { id: randomUUID() });
  await call('get_branding');
  await call('remove_player', { id: player });

  const cup = randomUUID();
  const fact = { key: 'open', value: { title: 'Cup' }, before: 0 };
  const walkover = { pair: [1, 2], winner: 0, units: [0, 0], reason: 'walkover', result: null };
  const won = { key: 'outcome:w1.1', value: walkover, before: 0 };
  await call('run_tournament', { op: { id: randomUUID(), tournament: cup, facts: [fact] } });
  await call('run_tournament', { op: { id: randomUUID(), tournament: cup, facts: [] } });
  await call('change_tournament', { op: { id: randomUUID(), tournament: cup, facts: [won] } });
  await call('change_tournament', { op: { id: randomUUID(), tournament: cup, facts: [fact] } });
  await call('list_tournaments');
  await call('get_tournament', { id: cup });
  await call('get_tournament', { id: randomUUID() });

  // Results are stored by the score service, as it stores them on both.
  const ended = await side.server.pg.query<{ match_id: string; seq: number }>(
    `select matches.id as match_id, matches.seq from public.matches join public.user_overlays on user_overlays.id = table_id
     join auth.users on users.id = owner_uid where email = 'owner@example.test' and number = 1 and matches.table_id = $1`,
    [id],
  );
  const result = 'r'.repeat(22);
  await side.server.pg.query(
    `insert into public.results (match_id, id, venue_id, table_title, game, rules, p1, p2, s1, s2, race_to, over,
       started_at, last_at, ended_at, detail)
     select $1, $2, venues.id, 'One', 'plain', 1, 'Amal', 'Badr', 3, 1, 3, true, now(), now(), now(), '{}'
     from public.venues join auth.users on users.id = owner_uid where email = 'owner@example.test'`,
    [ended.rows[0]?.match_id, result],
  );
  const span = { from_at: '2026-01-01T00:00:00Z', to_at: '2100-01-01T00:00:00Z' };
  const instants = Object.values(span);
  await call('list_results', { ...span, table_id: null, game: null, player: null, most: 20 });
  await call('list_results', { ...span, player: 'amal', state: 'over' });
  await call('count_results', { instants });
  await call('get_result', { id: result });
  await call('get_result', { id: 'x'.repeat(22) });
  await call('set_aside', { id: result, aside: true });
  await call('correct_result', { id: result, correction: { p1: 'Badr', p2: 'Amal', s1: 1, s2: 3 } });
  await call('list_due', { rules: { plain: 1 } });
  await call('find_players', { search: 'am', most: null });
  await call('get_player', { key: 'amal', versus: null });
  await call('get_player', { key: 'amal', versus: 'badr' });
  await call('merge_players', { key: 'badr', into_key: 'amal' });
  await call('part_player', { key: 'badr' });
  await call('get_report', { instants, game: null, table_id: null });
  await call('export_page', { after: null });
  await call('list_other_names', { key: 'amal' });
  await call('erase_player', { key: 'amal', after: null });
  await call('delete_result', { id: result });

  // Signing in for nothing.
  for (const nobody of ['a.b.c', `${(owner['authorization'] ?? '').replace('Bearer ', '')}x`]) {
    await call('list_tables', {}, bearing(nobody));
  }
  return transcript;
};

/** Every function, by everybody, with arguments that can't be right; what each may do alone is the evening's. */
const matrixOf = async (side: Side): Promise<Transcript> => {
  const transcript: Transcript = [];
  const senders: Readonly<Record<string, Headers>> = {
    anybody,
    stranger: bearing(await signIn(side, 'stranger@example.test')),
    'unknown device': { ...anybody, 'x-device': createHash('sha256').update('x').digest('hex').slice(0, 32) },
  };
  const filled = (names: readonly string[], value: unknown) =>
    JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
  for (const [name, names] of Object.entries(catalogue.functions)) {
    const bodies = [
      '',
      '{}',
      '{"nothing": 1}',
      '{',
      '[]',
      ...[null, 'x', -1, {}, '00000000-0000-4000-8000-000000000000'].map((value) => filled(names, value)),
    ];
    for (const [who, headers] of Object.entries(senders)) {
      for (const body of bodies) {
        const answer = await side.ask('POST', `/rpc/${name}`, headers, body);
        transcript.push({ asked: `${who}: ${name} ${body}`, answer });
      }
    }
  }
  return transcript;
};

const print = (what: string, transcript: Transcript, known: ReadonlyMap<string, number>): void => {
  const differing = [...known].map(([name, count]) => `\n  ${count} × ${name}`).join('');
  console.log(
    `${what}: ${transcript.length} calls answered alike by PostgREST, but for:${differing || ' nothing'}`,
  );
};

describe.skipIf(!program)('PostgREST answers as the embedded server does', () => {
  test('an evening by the calls of the pages', async () => {
    const [one, two] = [await playEvening(sides[0]), await playEvening(sides[1])];
    const { known, unknown } = compare(one, two);
    expect([...unknown]).toEqual([]);
    const answered = one.filter(({ answer }) => answer.status < 300).map(({ asked }) => asked.split(' ')[0]);
    const open = Object.keys(catalogue.functions).filter((name) => !catalogue.closed.has(name));
    expect(open.filter((name) => !answered.includes(name))).toEqual([]);
    print('The evening', one, known);
  });

  test('every function, called anonymously, by a stranger and by an unknown device, with invalid arguments', async () => {
    const [one, two] = await Promise.all([matrixOf(sides[0]), matrixOf(sides[1])]);
    const { known, unknown } = compare(one, two);
    expect([...unknown]).toEqual([]);
    print('The matrix', one, known);
  }, 300_000);
});
