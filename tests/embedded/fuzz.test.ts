import { readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ROUTES } from '../../supabase/functions/score/handler.ts';
import { SCORE_PATH } from '../../supabase/embedded/rest/score.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { fuzz } from '../common/fuzz/index.ts';
import { FRAMES, targetsOf } from '../common/fuzz/targets.ts';
import { installation } from './folders.ts';
import { originOf, PATIENCE, run } from './processes.ts';
import { writeSmallSite } from './small-site.ts';

/** A short one of `npm run bench -- fuzz`, always the same. */

test(
  'odd requests to everything are only their sender’s errors, and scorers save meanwhile',
  async () => {
    const folder = installation();
    const dist = writeSmallSite();
    onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
    const server = run('tests/embedded/server-process.ts', [folder, dist]);
    const origin = (await originOf(server)).replace('localhost', '127.0.0.1');
    const { outcomes, errors, saveMillis, failedSaves } = await fuzz({
      origin,
      folder,
      seed: 1,
      requests: 2000,
    });
    expect({ errors, failedSaves }).toEqual({ errors: [], failedSaves: [] });
    expect(saveMillis.length).toBeGreaterThan(50);
    // What everybody is refused would hide what lies behind.
    for (const target of [
      'functions',
      'tables',
      'site',
      'shared links',
      'pictures',
      'uploads',
      'broadcasts',
      'auth',
    ]) {
      expect([target, outcomes[target]?.['2xx']]).toEqual([target, expect.any(Number)]);
    }
    expect(outcomes['sockets']?.['101']).toBeGreaterThan(20);
    expect(server.child.exitCode).toBeNull();
  },
  PATIENCE.timeout,
);

/** A file's own declarations that match. */
const said = (file: string, pattern: RegExp): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name);

// Functions and their parameters, events, topics and clocks come from the database: a run fails where it lacks values.
test('odd requests go to every route, with every query and every message of a socket', async () => {
  const server = await startServer({ folder: installation(), port: 0, mail: () => undefined });
  const { routes, auth } = server;
  await server.close();
  const targets = targetsOf({
    functions: {},
    types: {},
    closed: new Set(),
    tables: {},
    events: [],
    topics: [],
    clocks: [],
  });
  const sent = targets.flatMap(({ methods, paths }) =>
    paths.flatMap((path) => {
      const [filled = ''] = path.replaceAll(/\{\w+\}/g, 'x'.repeat(22)).split('?');
      return methods.map((method) => `${method} ${filled}`);
    }),
  );
  const missed = (patterns: readonly RegExp[]) =>
    patterns.filter((pattern) => !sent.some((line) => pattern.test(line)));

  expect(missed(routes.map(({ path }) => new RegExp(path.source.replace(/^\^/, '^\\w+ '))))).toEqual([]);
  expect(missed(auth.routes.map((route) => new RegExp(`^${route.replace(' ', ' /auth/v1/')}$`)))).toEqual([]);
  expect(
    missed(
      ROUTES.map(
        ({ method, path }) => new RegExp(`^${method} ${SCORE_PATH}/${path.replaceAll(/:\w+/g, '[^/]+')}$`),
      ),
    ),
  ).toEqual([]);

  const snapshots = 'supabase/functions/snapshot/handler.ts';
  const parts = [
    ...said(snapshots, /parts\[0\] === '(\w+)'/g),
    ...said(snapshots, /^ {2}(\w+): '(?:full|small|preview)'/gm),
  ];
  expect(missed(parts.map((part) => new RegExp(`${SERVICE_PATH}/${part}(/|$)`)))).toEqual([]);
  const asked = targets.flatMap(({ query = [] }) => query.map(([name]) => name));
  expect(asked).toEqual(expect.arrayContaining([...said(snapshots, /query\.(?:get|has)\('(\w+)'\)/g)]));

  const events = ['connection', 'channel'].flatMap((file) =>
    said(`supabase/embedded/realtime/${file}.ts`, /(?:event === |case )'(\w+)'/g),
  );
  const frames = JSON.stringify(FRAMES);
  expect(events.filter((event) => !frames.includes(`"${event}"`))).toEqual([]);
  // Make sure that something was found.
  expect([parts.length, events.length].map((count) => count > 5)).toEqual([true, true]);
});
