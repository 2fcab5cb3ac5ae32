import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileCheck, type Line } from '../../supabase/embedded/data/account-file.ts';
import { IMPORT_PATH } from '../../supabase/embedded/ops/administration.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { caller, openVenue } from '../common/wire-scorer.ts';
import { installation, temporaryFolder } from './folders.ts';
import { run } from './processes.ts';

const EMAIL = 'owner@example.test';

interface Home {
  readonly server: EmbeddedServer;
  readonly folder: string;
  readonly venue: Awaited<ReturnType<typeof openVenue>>;
}

/** An installation with an account. */
const openHome = async (): Promise<Home> => {
  const folder = installation();
  const server = await startServer({ folder, port: 0, mail: () => undefined });
  onTestFinished(() => server.close());
  const venue = await openVenue(server.origin, await server.auth.addOwner(EMAIL));
  return { server, folder, venue };
};

/** The account as a file's text. */
const exportOf = async ({ venue }: Home): Promise<string> => {
  let text = '';
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page = (await venue.call('export_page', { after })) as { lines: string; next: string | null };
    text += page.lines;
    after = page.next;
  }
  return text;
};

/** Runs `npm run import -- …`. */
const importFile = async (file: string, folder: string, email = EMAIL) => {
  const command = run('supabase/embedded/ops/import.ts', [file, email], { CUEBOARD_DATA: folder });
  const code = await command.ended;
  return { code, output: command.output(), errors: command.errors() };
};

const fileOf = (text: string | Uint8Array): string => {
  const file = join(temporaryFolder(), 'account.jsonl');
  writeFileSync(file, text);
  return file;
};

/** Plays an evening on two tables. Then one table is archived, and results are corrected and set aside. */
const furnish = async ({ server, venue }: Home): Promise<void> => {
  for (const title of ['Table "1"', 'طاولة 2']) await venue.call('add_table', { title });
  const [first, second] = await venue.tables();
  if (!first || !second) return expect.unreachable('there are no tables');
  const link = (await venue.call('add_scorer_link', { table_id: first.id, label: 'Bar' })) as {
    secret: string;
  };
  const pool = await venue.begin(first, 'eight-ball', { p1: 'Youssef 🎱', p2: 'أمل', raceTo: 2 });
  for (let rack = 0; rack < 2; rack += 1) await pool.act('rack', { side: 'A', how: 'runOut' });
  const [again] = await venue.tables();
  if (again) await venue.begin(again, 'plain');
  const anonymous = caller(server.origin);
  const match = (await venue.tables())[0]?.match.id;
  for (let seq = 0; seq < 1100; seq += 200) {
    await anonymous('/rest/v1/rpc/append_actions', {
      match,
      after_seq: seq,
      actions: Array.from({ length: 200 }, (_, index) => ({
        id: randomUUID(),
        kind: 'set',
        body: { changes: { s1: { from: seq + index, to: seq + index + 0.1 } } },
        ago: 0,
      })),
      board: { p1: 'A', p2: '', s1: 0.1, s2: -1e-7, race_to: 0, rules: 1, detail: null, result: null },
      link: link.secret,
    });
    // A minute takes 600 actions of one table.
    await server.pg.query(`update public.matches set stored_at = stored_at - interval '2 minutes'`);
  }
  const frames = await venue.begin(second, 'snooker', { p1: 'Salma', p2: 'Mehdi', bestOf: 1 });
  await frames.act('pot', { balls: ['red'] });
  await frames.clock('clock.start');
  await venue.call('update_table', { id: second.id, archived: true });
  await venue.call('save_player', { name: 'Salma', flag: 'MA' });
  await venue.call('update_venue', { closing_hour: 4, time_zone: 'Europe/Paris', keep_log_days: 0 });
  await venue.fold();
  const { rows } = await server.pg.query<{ id: string }>('select id from public.results order by game');
  expect(rows).toHaveLength(3);
  // One of them was played for a tournament.
  for (const [table, id] of [
    ['matches', 'id'],
    ['results', 'match_id'],
  ])
    await server.pg.query(`update public.${table} set fixture = $1 where ${id} = $2`, [
      { tournament: randomUUID(), slot: 'w1.1', pair: [2, 1] },
      pool.id,
    ]);
  const correction = { p1: 'Youssef', p2: 'أمل', s1: 2, s2: 1 };
  await venue.call('correct_result', { id: rows[0]?.id, correction });
  await venue.call('set_aside', { id: rows[1]?.id, aside: true });
  // In turn, and before the other one is.
  for (const [key, into] of [
    ['mehdi', 'salma'],
    ['salma', 'أمل'],
  ])
    await venue.call('merge_players', { key, into_key: into });
  const addFacts = async (tournament: string, facts: readonly object[]) => {
    const op = { id: randomUUID(), tournament, facts };
    expect(await venue.call('run_tournament', { op })).toMatchObject({ outcome: 'done' });
  };
  const cup = randomUUID();
  const name = (text: string) => ({ name: text, seed: null, headStart: 0 });
  await addFacts(cup, [
    { key: 'open', value: { title: 'كأس الجمعة' }, before: 0 },
    ...Array.from({ length: 128 }, (_, index) => ({
      key: `entry:${index + 1}`,
      value: name(`P ${index}`),
      before: 0,
    })),
  ]);
  await addFacts(cup, [{ key: 'entry:1', value: null, before: 2 }]);
  await addFacts(randomUUID(), [{ key: 'entry:1', value: name('Salma'), before: 0 }]);
};

test('an account is exported, imported into an empty installation, and exported again', async () => {
  const [from, to] = [await openHome(), await openHome()];
  await furnish(from);
  const text = await exportOf(from);
  expect(text.split('\n').length).toBeGreaterThan(20);

  // A line that the database refuses, near the end: nothing of the file is stored.
  const empty = await exportOf(to);
  const lines = text.split('\n');
  const last = lines.length - 1;
  lines[last - 1] = (lines[last - 1] ?? '').replace('"by_owner": true', '"by_owner": 0');
  const refused = await importFile(fileOf(lines.join('\n')), to.folder);
  expect([refused.code, refused.output, refused.errors]).toEqual([
    1,
    '',
    `Nothing was imported: line ${last} can't be read, because it is not as docs/export.md says.\n`,
  ]);
  expect(await exportOf(to)).toBe(empty);

  for (const body of [
    '"lines"',
    '[',
    `{"email": "${EMAIL}", "lines": {}, "stores": false}`,
    '{"stores": 7}',
  ]) {
    const { origin, secrets } = to.server;
    const answer = await fetch(`${origin}${IMPORT_PATH}`, {
      method: 'POST',
      headers: { apikey: secrets.secretKey },
      body,
    });
    expect([body, answer.status]).toEqual([body, 400]);
  }

  const file = fileOf(text);
  for (let time = 1; time <= 2; time += 1) {
    const imported = await importFile(file, to.folder);
    expect([imported.code, imported.errors]).toEqual([0, '']);
    expect(imported.output).toContain('2 tables, 1 players, 5 matches, 3 results');
    expect(await exportOf(to)).toBe(text);
  }
  const { rows } = await to.server.pg.query(
    'select count(imported_at)::int as results, (select count(*)::int from public.result_sides) as sides from public.results',
  );
  expect(rows).toEqual([{ results: 3, sides: 4 }]);

  // Play continues where it stopped.
  const [, table] = await to.venue.tables();
  if (!table) return expect.unreachable('there is no table');
  const match = await to.venue.begin(table, 'nine-ball');
  await match.clock('clock.start');

  // Nobody else's: another account takes neither the tables nor the results.
  await to.server.auth.addOwner('other@example.test');
  const taken = await importFile(file, to.folder, 'other@example.test');
  expect([taken.code, taken.output, taken.errors]).toEqual([
    1,
    '',
    "Nothing was imported: line 3 can't be read, because what it names belongs to another account, or is another match here.\n",
  ]);
});

const TAKEN =
  "Nothing was imported: line 2 can't be read, because what it names belongs to another account, or is another match here.\n";

/** A file with one result of a match, as written by a person who saw the match's id on an overlay. */
const fileAbout = (match: string): string =>
  fileOf(
    [
      { format: 'cueboard', version: 1 },
      {
        type: 'result',
        id: 'm'.repeat(22),
        match,
        table: null,
        table_title: 'Mine',
        game: 'snooker',
        rules: 1,
        p1: 'Mallory',
        p2: 'Nobody',
        s1: 9,
        s2: 0,
        race_to: 9,
        winner: 'A',
        over: true,
        started_at: '2026-01-01T00:00:00Z',
        last_at: '2026-01-01T01:00:00Z',
        ended_at: '2026-01-01T01:00:00Z',
        rev: 1,
        by_hand: null,
        set_aside_at: null,
        detail: {},
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );

const keptIn = async ({ server }: Home): Promise<string[]> => {
  const { rows } = await server.pg.query<{ kept: string }>(
    `select concat_ws(' ', users.email, p1, s1) as kept from public.results
       join public.venues on venues.id = venue_id join auth.users on users.id = owner_uid order by 1`,
  );
  return rows.map(({ kept }) => kept);
};

test('a file takes no match of another account: not before its first fold, nor after', async () => {
  const home = await openHome();
  const { server, venue, folder } = home;
  await server.auth.addOwner('mallory@example.test');
  const [table] = await venue.tables();
  if (!table) return expect.unreachable('there is no table');
  const played = await venue.begin(table, 'snooker');
  const fold = () => caller(server.origin, venue.token)('/functions/v1/score/fold', {});
  for (const ball of ['red', 'blue']) {
    await played.act('pot', { balls: [ball] });
    const taken = await importFile(fileAbout(played.id), folder, 'mallory@example.test');
    expect([taken.code, taken.output, taken.errors]).toEqual([1, '', TAKEN]);
    await fold();
    expect(await keptIn(home)).toEqual([`${EMAIL} Salma 0`]);
  }
});

test('a file that names a match before it is here keeps its own result, and takes no other', async () => {
  const from = await openHome();
  const [table] = await from.venue.tables();
  if (!table) return expect.unreachable('there is no table');
  const played = await from.venue.begin(table, 'snooker');
  await played.act('pot', { balls: ['red'] });
  await caller(from.server.origin, from.venue.token)('/functions/v1/score/fold', {});
  const file = fileOf(await exportOf(from));

  const to = await openHome();
  await to.server.auth.addOwner('mallory@example.test');
  const first = await importFile(fileAbout(played.id), to.folder, 'mallory@example.test');
  expect([first.code, first.errors]).toEqual([0, '']);
  const mallorys = ['mallory@example.test Mallory 9'];
  expect(await keptIn(to)).toEqual(mallorys);
  // The match arrives with its result, continues, and is folded into its own venue's result.
  const imported = await importFile(file, to.folder);
  expect([imported.code, imported.errors]).toEqual([0, '']);
  expect(await keptIn(to)).toEqual([...mallorys, `${EMAIL} Salma 0`]);
  const again = { match: played.id, after_seq: 1, board: null };
  const names = { p1: { from: 'Salma', to: 'Amal' } };
  const set = { id: randomUUID(), kind: 'set', body: { changes: names }, ago: 0 };
  await to.venue.call('append_actions', { ...again, actions: [set] });
  await caller(to.server.origin, to.venue.token)('/functions/v1/score/fold', {});
  expect(await keptIn(to)).toEqual([...mallorys, `${EMAIL} Amal 0`]);
});

test('merges in a file make no cycle, touch no other account’s names, and are counted before any is stored', async () => {
  const from = await openHome();
  const { server, venue, folder } = from;
  const [table] = await venue.tables();
  if (!table) return expect.unreachable('there is no table');
  const played = await venue.begin(table, 'snooker', { p1: 'Zoé', p2: 'Zoe' });
  await played.act('pot', { balls: ['red'] });
  await caller(server.origin, venue.token)('/functions/v1/score/fold', {});
  const players = async (): Promise<unknown> => venue.call('find_players', { search: 'zo' });
  const before = await players();
  await server.auth.addOwner('mallory@example.test');
  const merges = (names: readonly (readonly [string, string])[]): string =>
    [{ format: 'cueboard', version: 1 }, ...names.map(([name, into]) => ({ type: 'merge', name, into }))]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');

  const many = Array.from({ length: 1001 }, (_, index) => [`Name ${index}`, 'zoé'] as const);
  const refused = await importFile(fileOf(merges(many)), folder, 'mallory@example.test');
  expect([refused.code, refused.errors]).toEqual([
    1,
    "Nothing was imported: line 1002 can't be read, because an account has at most 64 tables, 500 players, 1000 merged names and 1000 tournaments.\n",
  ]);
  const kept = async (): Promise<unknown> =>
    (await server.pg.query('select name, into_key from public.merged_players order by name')).rows;
  expect(await kept()).toEqual([]);

  const circle = merges([
    ['Zoé', 'zoe'],
    ['Zoe', 'z.'],
    ['Z.', 'zoé'],
    ['Alone', 'alone'],
  ]);
  const taken = await importFile(fileOf(circle), folder, 'mallory@example.test');
  expect([taken.code, taken.errors]).toEqual([0, '']);
  expect(await kept()).toEqual([
    { name: 'Zoe', into_key: 'z.' },
    { name: 'Zoé', into_key: 'zoe' },
  ]);
  expect(await players()).toEqual(before);
  // In the venue whose players they are, they lead to one.
  await importFile(fileOf(circle), folder);
  expect(await players()).toMatchObject([{ key: 'z.', matches: 1 }]);
});

test('a line that no export writes is named', async () => {
  const { folder } = await openHome();
  const first = Buffer.from('{"format":"cueboard","version":1}\n');
  const bring = (line: string | Uint8Array) =>
    importFile(fileOf(Buffer.concat([first, Buffer.from(line)])), folder);
  const deep = await bring(`{"type":"player","name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  const problem = "Nothing was imported: line 2 can't be read, because it is";
  expect([deep.code, deep.errors]).toEqual([1, `${problem} nested too deep.\n`]);
  const latin = await bring(readFileSync('tests/common/latin1-body.bin'));
  expect([latin.code, latin.errors]).toEqual([1, `${problem} not UTF-8.\n`]);
  // A line separator of Unicode's ends no line.
  const separated = await bring('{"type":"player","name":"Salma\u2028Idrissi"}');
  expect([separated.code, separated.errors]).toEqual([0, '']);
});

const ID = randomUUID();
const ENTRY = { seq: 1, id: ID, kind: 'rack', body: {} };
const FILE = [
  { type: 'venue' },
  { type: 'table', id: 't' },
  { type: 'board', table: 't', match: 'm' },
  { type: 'match', id: 'm', table: 't', number: 1, seq: 2 },
  { type: 'log', match: 'm', entries: [ENTRY] },
  { type: 'log', match: 'm', entries: [{ seq: 2, id: 'u', kind: 'undo', body: { t: ID } }] },
  { type: 'result', id: 'r', match: 'm', table: 't' },
  { type: 'tournament', id: 'c' },
  { type: 'facts', tournament: 'c', facts: [{ seq: 1 }, { seq: 2 }] },
  { type: 'facts', tournament: 'c', facts: [{ seq: 3 }] },
];
const problemIn = (lines: readonly object[]): string | undefined => {
  const { check, end } = createFileCheck();
  try {
    for (const [index, content] of lines.entries())
      check({ number: index + 2, content, bytes: 0 } as unknown as Line);
    end(lines.length + 1);
    return undefined;
  } catch (error) {
    const { line, message } = error as { line: number; message: string };
    return `${line}: ${message}`;
  }
};

test('a file is whole, and names nothing that is not in it', () => {
  expect(problemIn(FILE)).toBeUndefined();
  const changed = (index: number, change: object) =>
    problemIn(FILE.map((line, at) => (at === index ? { ...line, ...change } : line)));
  expect(changed(0, { type: 'nothing' })).toBe('2: its type is unknown');
  expect(changed(2, { match: 'n' })).toBe('4: its match is missing');
  expect(changed(3, { table: 'u' })).toBe('5: no earlier line has its table');
  expect(changed(3, { seq: 3 })).toBe('8: the log before it ends at 2, not at 3');
  expect(changed(4, { match: 'n' })).toBe('6: it does not follow its match');
  expect(changed(4, { entries: [{ ...ENTRY, seq: 2 }] })).toBe('6: its log has no entry 1');
  expect(changed(5, { entries: [{ ...ENTRY, seq: 2 }] })).toBe('7: its log has an entry twice, as 2');
  expect(changed(5, { entries: [{ seq: 2, id: 'u', kind: 'undo', body: { t: 'x' } }] })).toBe(
    '7: its entry 2 amends no earlier one',
  );
  expect(changed(6, { table: 'u' })).toBe('8: no earlier line has its table');
  expect(changed(8, { tournament: 'd' })).toBe('10: it does not follow its tournament');
  expect(changed(9, { facts: [{ seq: 4 }] })).toBe('11: it has no fact 3');
  expect(problemIn(FILE.filter(({ type }) => type !== 'board'))).toBe('11: the board of t is missing');
  for (const once of [6, 7])
    expect(problemIn([...FILE, ...FILE.slice(once, once + 1)])).toBe('12: the same is in an earlier line');
});
