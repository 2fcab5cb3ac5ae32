import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { islandBytes, MARKETING, pageBytes, tournamentBytes } from './budgets.ts';

/** Bytes after brotli: they hold on every machine, however fast. A budget leaves 1 to 5 % of room. */
const WHEN_OVER =
  'HTML with its CSS, and scripts; raise it only for what users get, and say so in the commit';

/** One initial window of TCP (RFC 6928: ten segments, 14,600 bytes), less what the answer's headers take. */
const HTML_BYTES = 14_200;
const OWN_SCRIPT_BYTES = 2300;
/** Astro's element that hydrates islands, inlined by it on pages that have one: its size is Astro's. */
const ISLAND_RUNTIME_BYTES = 2000;

/**
 * The bytes a phone fetches to score any of the four games by a link, without the typeface. More than a third is React.
 * Forms, the desk beneath the pad and the live connection follow.
 */
const PAD_BYTES = 156_300;
/** The bytes a slow phone fetches until a visitor can play: nothing of Auth or the rest of the backend. */
const DEMO_BYTES = 165_000;
/** The sample venue until its television is drawn; the room and the overlay load when they are seen. */
const HALL_BYTES = 122_600;
/** The owner's page has Auth and the tables as well. */
const DASHBOARD_BYTES = 200_000;
/** Signing in needs Auth, and nothing of the venue. */
const LOGIN_BYTES = 109_800;
/**
 * The bytes a phone fetches of the snapshot page before showing the picture, without the picture. The typeface isn't
 * among them.
 */
const SNAPSHOT_BYTES = 102_600;
/** A result's page is the same island, which then loads the result's part. */
const RESULT_BYTES = 113_200;
/** A tournament's page as the server writes it for 32 entries, with their matches as text. */
const TOURNAMENT_HTML_BYTES = 12_500;
const TOURNAMENT_SCRIPT_BYTES = 84_500;
/** The board as text adds this if the venue shows it. */
const TABLE_TEXT_BYTES = 14_400;
/** The overlay runs on TV boxes; `tests/e2e/bytes.spec.ts` counts its typeface too. */
const OVERLAY_BYTES = 94_300;

describe.each(LOCALE_NAMES)('%s', (locale) => {
  test.each(MARKETING)('%s stays within its budget', (page) => {
    const bytes = pageBytes(page, locale);
    expect(bytes.html, 'HTML with its CSS').toBeLessThanOrEqual(HTML_BYTES);
    expect(bytes.ownScripts, 'inline scripts').toBeLessThanOrEqual(OWN_SCRIPT_BYTES);
    expect(bytes.islandRuntime, 'island runtime').toBeLessThanOrEqual(ISLAND_RUNTIME_BYTES);
    expect(bytes.fetchedScripts, 'scripts fetched at load').toEqual([]);
  });

  test.each([
    ['the pad by a scorer link', ROUTES.score, 'ScorersDesk', PAD_BYTES],
    ['the demo', ROUTES.demo, 'DemoPage', DEMO_BYTES],
    ['the sample venue', ROUTES.hall, 'HallTelevision', HALL_BYTES],
    ['the owner’s page', ROUTES.dashboard, 'OwnersDesk', DASHBOARD_BYTES],
    ['the login', ROUTES.login, null, LOGIN_BYTES],
    ['the snapshot', ROUTES.snapshotShort, null, SNAPSHOT_BYTES],
    ['a table as text', ROUTES.snapshotShort, 'LiveTable', SNAPSHOT_BYTES + TABLE_TEXT_BYTES],
    ['a result', ROUTES.result, 'ResultPage', RESULT_BYTES],
    ['the overlay', ROUTES.overlay, null, OVERLAY_BYTES],
  ] as const)('%s stays within its budget', (_name, path, part, budget) => {
    const { html, scripts } = islandBytes(path, locale, part);
    expect(scripts).toBeGreaterThan(0);
    expect(html + scripts, WHEN_OVER).toBeLessThanOrEqual(budget);
  });

  test('a tournament of 32 stays within its budget', () => {
    const { page, scripts } = tournamentBytes(locale, 32);
    expect(page, 'HTML with its text').toBeLessThanOrEqual(TOURNAMENT_HTML_BYTES);
    expect(scripts, WHEN_OVER).toBeLessThanOrEqual(TOURNAMENT_SCRIPT_BYTES);
  });
});
