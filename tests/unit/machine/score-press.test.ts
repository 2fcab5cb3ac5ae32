import { expect, test, vi } from 'vitest';
import { createFairQueue } from '../../../supabase/embedded/http/fair-queue.ts';
import { DatabaseError } from '../../../supabase/functions/_shared/database-error.ts';
import { createScoreHandler, TURNS } from '../../../supabase/functions/score/handler.ts';

/** Fetches a button's address. Its secret is wrong, so a request that may press it gets a 401. */
const press = async (method: string, headers: Readonly<Record<string, string>>, end = '') => {
  const callAsService = vi.fn(() => Promise.reject(new DatabaseError('42501', '')));
  const report = vi.fn();
  const handle = createScoreHandler({
    database: { call: vi.fn(), callAsService },
    turns: createFairQueue(TURNS),
    now: () => 0,
    report,
  });
  const address = `https://project.test/functions/v1/score/press/secret${end}`;
  const request = Object.defineProperty(new Request(address, { method }), 'headers', {
    value: new Headers(headers),
  });
  const { status } = await handle(request, 'sender');
  expect(report).not.toHaveBeenCalled();
  return [status, callAsService.mock.calls.length];
};

const IN_A_TAB = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test.each([
  ['HEAD', {}],
  // An address that was typed in, or a link that was opened: to https and localhost, and to anything else.
  ['GET', { 'sec-fetch-mode': 'navigate' }],
  ['GET', { 'upgrade-insecure-requests': '1' }],
  ['GET', { accept: IN_A_TAB }],
  ['GET', { accept: 'Text/HTML' }],
  ['GET', { 'sec-purpose': 'prefetch' }],
])('a button isn’t even looked up for %s with %j', async (method, headers) => {
  expect(await press(method, headers as Record<string, string>)).toEqual([403, 0]);
});

test.each([
  'TelegramBot (like TwitterBot)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Slack-ImgProxy 1.138',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (Windows NT 6.1; rv:6.0) Gecko/20110814 Firefox/6.0 Google (+https://developers.google.com/+/web/snippet/)',
  'facebookcatalog/1.0',
  'Pinterest/0.2 (+https://www.pinterest.com/)',
  'http.rb/5.1.1 (Mastodon/4.2.1; +https://mastodon.social/)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Mozilla/5.0 (compatible; Zoom.Mac 10.0.0)',
  'Mozilla/5.0 (compatible; SomethingNew/1.0;)',
  'Google-Read-Aloud',
  'kakaotalk-scrap/1.0',
  'Bluesky Cardyb/1.1',
  'Nextcloud Server Crawler',
  'Barracuda Sentinel (EE)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0)',
  'SomethingNew/1.0 (http://example.com)',
])('nor for %s', async (agent) => {
  expect(await press('GET', { 'user-agent': agent, accept: '*/*' })).toEqual([403, 0]);
});

test.each([
  // Stream Deck's, whose Qt says no more of itself.
  'Mozilla/5.0',
  'curl/8.5.0',
  'ESP8266HTTPClient',
  'ESP32HTTPClient',
  'Shelly/20240101-000000/v1.2.3 (SHSW-1)',
  'homebridge-http-switch/0.5.36',
  'got (https://github.com/sindresorhus/got)',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'node-fetch',
  'axios/1.7.2',
  'python-requests/2.32.3',
  'HomeAssistant/2026.11.1 aiohttp/3.12 Python/3.13',
  'okhttp/4.12.0',
  '',
])('a button may be pressed by %s', async (agent) => {
  expect(await press('GET', { 'user-agent': agent, accept: '*/*' })).toEqual([401, 1]);
  expect(await press('GET', { 'user-agent': agent }, '/?hum=40')).toEqual([401, 1]);
});
