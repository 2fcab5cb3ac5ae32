import { describe, expect, onTestFinished, test } from 'vitest';
import { GAME_NAMES } from '../../src/games/boards.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { installation } from '../embedded/folders.ts';
import { BROWSERS } from './browsers.ts';
import type { Screen } from './screen.ts';

/** An evening in the browsers besides Chromium, which all other tests run in. */

const part = (name: string): string => `[data-testid="${name}"]`;

/** WebKit's driver types no emoji. */
const SECOND_NAME = 'ليلى';

describe.each(BROWSERS)('$name', ({ program, bringer, open }) => {
  test.skipIf(!program)(
    `somebody signs in, pairs a television and scores racks; it and an overlay follow; a party waits (${bringer})`,
    async () => {
      buildIfStale();
      const server = await startServer({
        folder: installation(),
        port: 0,
        dist: DIST,
        mail: () => undefined,
      });
      onTestFinished(server.close);
      const openScreen = () => open(program ?? '');
      const shows = (screen: Screen, css: string, text: string | RegExp) =>
        expect.poll(() => screen.text(css), { message: css }).toMatch(text);

      const { email, password } = await server.auth.addOwner('browsers@example.test');
      const desk = await openScreen();
      await desk.open(`${server.origin}/login/`);
      await desk.type('main input[type=email]', email);
      await desk.type('main input[type=password]', password);
      await desk.click('main button[type=submit]');
      await shows(desk, part('overlay-link'), /\/overlay\//);

      const overlay = await openScreen();
      await overlay.open((await desk.text(part('overlay-link'))) ?? '');
      await shows(overlay, part('overlay-s1'), /^0$/);

      const television = await openScreen();
      await television.open(`${server.origin}/tv/`);
      await shows(television, part('pairing-code'), /^[CDFHJKMNPRTWXY2-9]{6}$/);
      await desk.click('nav a[href="#venue"]');
      await desk.click('main a[href="#paired"]');
      await desk.type('.paired__code', (await television.text(part('pairing-code'))) ?? '');
      await shows(desk, '.paired__send button', 'Pair');
      await desk.click('.paired__send button');
      await shows(television, part('tile'), 'Table 1');

      await desk.click('nav a[href="#tables"]');
      await desk.click('main a[href$="/newMatch"]');
      const place = GAME_NAMES.indexOf('eight-ball') + 1;
      await desk.click(`.form .choice--cards label:nth-child(${place})`);
      await desk.type('.side-fields input', 'Salma');
      await desk.type('.side-fields .field:nth-child(2) input', SECOND_NAME);
      await desk.click('.form button[type=submit]');
      for (const racks of [1, 2]) {
        // A key ignores taps right after a tap.
        const given = () => desk.text(part('pad-score-A'));
        await expect
          .poll(async () => {
            if ((await given()) !== String(racks)) await desk.click('[data-key=rackA]');
            return given();
          })
          .toBe(String(racks));
        for (const screen of [overlay, television]) {
          await shows(screen, part('overlay-s1'), new RegExp(`^${racks}$`));
          await shows(screen, part('overlay-p2'), SECOND_NAME);
        }
        await shows(desk, '[data-key=status]', /^All on air$/);
      }

      await desk.click('.pad-head [data-key=leave]');
      await desk.click('nav a[href="#room"]');
      await desk.click('.room__add');
      await desk.type('.room__form input', 'Amine');
      await desk.click('.room__form button[type=submit]');
      await shows(desk, '.room__waiting .room__name', /Amine/);
      for (const { errors } of [desk, overlay, television]) expect(errors).toEqual([]);
    },
  );
});
