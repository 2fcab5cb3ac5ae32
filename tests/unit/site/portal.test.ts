import { expect, test } from 'vitest';
import { accountBackend } from '../../../src/backend/account.ts';
import { deviceBackend } from '../../../src/backend/device.ts';
import { devicesBackend } from '../../../src/backend/devices.ts';
import { brandingBackend } from '../../../src/backend/branding.ts';
import { matchBackend, openLink } from '../../../src/backend/matches.ts';
import { viewerBackend } from '../../../src/backend/overlays.ts';
import { picturesBackend } from '../../../src/backend/pictures.ts';
import { playersBackend } from '../../../src/backend/players.ts';
import { anonymousRequests, type Requests } from '../../../src/backend/requests.ts';
import { resultsBackend } from '../../../src/backend/results.ts';
import { tablesBackend } from '../../../src/backend/tables.ts';
import { televisionBackend } from '../../../src/backend/television.ts';
import { televisionsBackend } from '../../../src/backend/televisions.ts';
import { ownAnswer, ownReply } from '../../../src/core/snapshot/snapshot-replies.ts';
import { kindOf } from '../../contract/kind-of.ts';

/** A captive portal's answers in place of the server's; `fetch` follows its 302 to a page. */
const PORTAL: readonly (readonly [string, string, number])[] = [
  ['a page', '<!doctype html><title>Welcome</title>', 200],
  ['a redirect’s page', '<!doctype html><title>Sign in</title>', 200],
  ['nothing', '', 204],
  ['an empty answer', '', 200],
  ['null', 'null', 200],
  ['an object', '{}', 200],
  ['a text', '"ok"', 200],
  ['511', '<!doctype html>', 511],
];

const answered = (body: string, status: number): Requests =>
  anonymousRequests(
    async () =>
      new Response(status === 204 ? null : body, { status, headers: { 'content-type': 'text/html' } }),
  );

/** The questions whose answer can be that there is nothing. */
const QUESTIONS: Readonly<Record<string, (requests: Requests) => Promise<unknown>>> = {
  'an overlay': (requests) => viewerBackend(requests).getOverlay('token'),
  'a television': (requests) => televisionBackend(requests).askTelevision('secret'),
  'a device': (requests) => deviceBackend(requests).askDevice('secret'),
  'a scorer link': (requests) => openLink(requests, 'secret'),
  'a log': (requests) => matchBackend(requests).getLog('match', 0),
  'a player': (requests) => playersBackend(requests).getPlayer('zineb'),
  'a result': (requests) => resultsBackend(requests).getResult('id'),
  'names that go with one': (requests) => accountBackend(requests).listOtherNames('Zineb'),
  'what is still to be erased': (requests) => accountBackend(requests).erasePlayer('Zineb', null),
};

/** The changes whose answer is only that they were made. */
const CHANGES: Readonly<Record<string, (requests: Requests) => Promise<void>>> = {
  'a renamed table': (requests) => tablesBackend(requests).renameTable('id', 'Two'),
  'an order of tables': (requests) => tablesBackend(requests).orderTables(['id']),
  'a revoked link': (requests) => tablesBackend(requests).revokeScorerLink('id'),
  'a venue’s setting': (requests) => picturesBackend(requests).updateVenue({ isPublic: false }),
  'a revoked key': (requests) => picturesBackend(requests).revokeUploadKey('id'),
  'a hidden player': (requests) => brandingBackend(requests).hidePlayer('id', true),
  'a removed sponsor': (requests) => brandingBackend(requests).removeSponsor('id'),
  'an unpaired television': (requests) => televisionsBackend(requests).unpairTelevision('id'),
  'removed devices': (requests) =>
    devicesBackend(requests).revokeDevices(['id'], { links: [], televisions: [] }),
  'a result set aside': (requests) => resultsBackend(requests).setAside('id', true),
  'a corrected result': (requests) => resultsBackend(requests).correctResult('id', null),
  'a parted player': (requests) => playersBackend(requests).partPlayer('zineb'),
};

for (const [made, make] of Object.entries(CHANGES))
  test.each([...PORTAL, ['false', 'false', 200] as const])(
    `${made}: a portal’s answer (%s) never says that it was made`,
    async (_name, body, status) => {
      expect(['other', 'offline']).toContain(await kindOf(make(answered(body, status))));
      await make(answered('true', 200));
    },
  );

for (const [asked, ask] of Object.entries(QUESTIONS))
  test.each(PORTAL)(
    `${asked}: a portal’s answer (%s) never says that there is nothing`,
    async (_name, body, status) => {
      expect(['other', 'offline']).toContain(await kindOf(ask(answered(body, status))));
    },
  );

test.each(PORTAL)('a table’s picture or a result: a portal’s answer (%s) is no answer', (_name, body) => {
  expect(() => ownReply(body)).toThrow();
  expect(() => ownAnswer(body)).toThrow();
});

test('the server itself says that there is nothing', async () => {
  const unknown = answered('{"status": "unknown"}', 200);
  expect(await viewerBackend(unknown).getOverlay('token')).toBeNull();
  expect(await playersBackend(unknown).getPlayer('zineb')).toBeNull();
  expect(await resultsBackend(unknown).getResult('id')).toBeNull();
  expect(ownReply('{"ok": false, "error": "not found"}')).toMatchObject({ ok: false });
  expect(() => ownAnswer('{"ok": false, "error": "busy"}')).toThrow();
  expect(ownAnswer('{"ok": true, "status": "unknown"}')).toMatchObject({ status: 'unknown' });
});
