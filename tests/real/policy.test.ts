import { globSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM_FLAGS, ensureChromium, findChromium } from '../../scripts/chromium.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { serveByCloudflare } from '../built/serve-by-cloudflare.ts';
import { serve, type Served } from '../embedded/serve.ts';

/** What browsers make of the policies that `tests/built/policy.test.ts` reads. */

const hasChromium = findChromium() !== undefined;
if (!hasChromium) console.log('Skipped: the policies, for which no Chromium is installed.');

/** Attempts by code on a page with its element `one`, and whether its policies allow them. */
const ATTEMPTS = [
  ["one.innerHTML = '<b>'", 'require-trusted-types-for Element innerHTML|<b>'],
  ["one.setAttribute('onclick', 'x()')", 'require-trusted-types-for Element onclick|x()'],
  ["setTimeout('x()')", 'require-trusted-types-for Window setTimeout|x()'],
  ["new Worker('/service-worker.js')", 'require-trusted-types-for Worker constructor|/service-worker.js'],
  ["eval('1')", 'require-trusted-types-for eval|1'],
  ["trustedTypes.createPolicy('other', {})", 'trusted-types other'],
  ["trustedTypes.createPolicy('worker', {})", 'trusted-types worker'],
  ["one.setAttribute('style', 'color: red')", 'style-src-attr inline'],
  [
    "one.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))",
    'style-src-elem inline',
  ],
  ["fetch('https://other.test/').catch(() => {})", 'connect-src https://other.test/'],
  ["new Image().src = 'https://other.test/'", 'img-src https://other.test/'],
] as const;

/** Gives what a page's policies refuse, as they do. */
const refusals = async (page: Page): Promise<string[]> => {
  const refused: string[] = [];
  await page.exposeFunction('refused', (text: string) => refused.push(text));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    refused(violation.effectiveDirective + ' ' + (violation.sample || violation.blockedURI)))`);
  return refused;
};

describe.skipIf(!hasChromium).each([
  ['the embedded server', () => serve(createSite({ dist: DIST }))],
  ['Cloudflare’s runtime', () => serveByCloudflare(DIST)],
] as const)('from %s', (_name, start) => {
  let browser: Browser;
  let site: Served;

  beforeAll(async () => {
    buildIfStale();
    site = await start();
    browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const openPage = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.origin.replace('127.0.0.1', 'localhost') });
    return context.newPage();
  };

  test('every page does without what its policy refuses', async () => {
    for (const file of globSync('**/*.html', { cwd: DIST })) {
      // A page of its own: the one before may be on its way to another address.
      const page = await openPage();
      const refused = await refusals(page);
      await page.goto(`/${file.replace(/index\.html$/, '')}`);
      expect(refused, file).toEqual([]);
      await page.context().close();
    }
  });

  test('no text becomes HTML, code or a style, and no other address is asked', async () => {
    const page = await openPage();
    const refused = await refusals(page);
    await page.goto('/');
    // From a timer: what the tools of a browser evaluate may use `eval`.
    await page.evaluate(`new Promise((done) => setTimeout(() => {
      const one = document.body.appendChild(document.createElement('p'));
      for (const attempt of [${ATTEMPTS.map(([code]) => `() => ${code}`).join()}]) {
        try {
          attempt();
        } catch {}
      }
      done();
    }))`);
    await expect.poll(() => refused).toEqual(ATTEMPTS.map(([, refusal]) => refusal));
    await page.context().close();
  });

  test('the service worker asks only its own site', async () => {
    const page = await openPage();
    await page.goto('/');
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
    const asks = (address: string): Promise<boolean> =>
      worker.evaluate((to) => fetch(to).then(Boolean, () => false), address);
    expect([await asks('/version.json'), await asks('data:,')]).toEqual([true, false]);
    await page.context().close();
  });

  test('no page can be framed', async () => {
    const stranger = await serve(async (_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(`<iframe src="${site.origin}/overlay/abc"></iframe>`);
    });
    const page = await openPage();
    await page.goto(stranger.origin);
    const frame = page.frames()[1];
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/');
    await page.context().close();
    await stranger.close();
  });
});
