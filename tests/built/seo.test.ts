import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor, { type Extracted } from '@marbec/web-auto-extractor';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRODUCT } from '../../src/config/product.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { ALL_TABLES, RESULTS, ROOM, VENUE } from '../../src/core/venue/fragment.ts';
import { readPrice } from '../../src/core/site/price.ts';
import { PUBLIC_PAGES, PUBLIC_PAGES_BY_LOCALE, type PublicPage } from '../../src/seo/pages.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { send, serve, type Served } from '../embedded/serve.ts';

/** What search engines, messengers and crawlers find in the built site. */

const read = (file: string): string => readFileSync(join(DIST, file), 'utf8');
const htmlFiles = globSync('**/*.html', { cwd: DIST }).sort();
const fileOf = (path: string): string => `${path.slice(1)}index.html`;
const extract = (html: string): Extracted => new WebAutoExtractor().parse(html);
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The site's own address, as the build knew it. */
const site = new URL(matches(read('robots.txt'), /^Sitemap: (.+)$/gm)[0] ?? '').origin;
const pages = PUBLIC_PAGES_BY_LOCALE.map(({ page, locale }) => {
  const path = localizePath(PUBLIC_PAGES[page], locale);
  return { page, locale, path, html: read(fileOf(path)) };
});
const isPrivate = (html: string): boolean => html.includes('<meta name="robots" content="noindex">');
const canonical = (html: string): string | undefined =>
  /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
const alternatesIn = (text: string): Record<string, string> =>
  Object.fromEntries<string>(
    [...text.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(
      ([, lang = '', href = '']) => [lang, href] as const,
    ),
  );

test('no page shows a place that nothing fills', () => {
  // Islands fill those of their props, and scripts have braces of their own.
  const shown = (html: string): string =>
    html.replaceAll(/ props="[^"]*"|<script(?! type="application\/ld)[^>]*>.*?<\/script>/gs, '');
  expect(htmlFiles.filter((file) => shown(read(file)).includes('{{'))).toEqual([]);
});

let served: Served;
beforeAll(async () => {
  served = await serve(createSite({ dist: DIST }));
});
afterAll(() => served.close());

describe('sitemap', () => {
  const entries = matches(read('sitemap.xml'), /<url>(.*?)<\/url>/g).map((entry) => ({
    address: /<loc>([^<]+)<\/loc>/.exec(entry)?.[1] ?? '',
    alternates: alternatesIn(entry),
  }));

  test('robots.txt names it and forbids nothing', () => {
    expect(read('robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${site}/sitemap.xml\n`);
  });

  test('has exactly the built pages that may be indexed, once each', () => {
    const indexable = htmlFiles.filter((file) => !isPrivate(read(file))).map((file) => canonical(read(file)));
    expect(entries.map(({ address }) => address).sort()).toEqual([...new Set(indexable)].sort());
    expect(entries).toHaveLength(PUBLIC_PAGES_BY_LOCALE.length);
  });

  test.each(entries)(
    '$address answers, and names the same languages as its page',
    async ({ address, alternates }) => {
      const { status, body } = await send(served.origin, new URL(address).pathname);
      expect(status).toBe(200);
      expect(canonical(body.toString())).toBe(address);
      expect(Object.keys(alternates)).toEqual([
        ...LOCALE_NAMES.map((name) => LOCALES[name].lang),
        'x-default',
      ]);
      expect(alternatesIn(body.toString())).toEqual(alternates);
      expect(Object.values(alternates)).toContain(address);
    },
  );
});

describe('private pages', () => {
  const privatePaths = [
    ROUTES.login,
    ROUTES.setPassword,
    ROUTES.dashboard,
    ROUTES.score,
    ROUTES.overlay,
    '/404.html',
  ];

  test.each(privatePaths.flatMap((path) => LOCALE_NAMES.map((locale) => localizePath(path, locale))))(
    '%s is noindex',
    (path) => {
      expect(isPrivate(read(path.endsWith('/') ? fileOf(path) : path.slice(1)))).toBe(true);
    },
  );

  test.each(LOCALE_NAMES)('the short snapshot address names the long one (%s)', (locale) => {
    const html = read(fileOf(localizePath(ROUTES.snapshotShort, locale)));
    expect(canonical(html)).toBe(site + localizePath(ROUTES.snapshot, locale));
  });
});

const addresses = Object.values(ROUTES)
  .filter((path) => path !== ROUTES.overlay)
  .flatMap((path) => LOCALE_NAMES.map((locale) => ({ locale, path: localizePath(path, locale) })));

test.each(addresses)(
  '$path says its language, its one title, and where the others are',
  ({ locale, path }) => {
    const html = read(fileOf(path));
    const { lang, dir } = LOCALES[locale];
    expect(html).toContain(`<html lang="${lang}" dir="${dir}"`);
    expect(matches(html, /<title>([^<]+)<\/title>/g)).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(Object.keys(alternatesIn(html))).toEqual(
      expect.arrayContaining([...LOCALE_NAMES.map((name) => LOCALES[name].lang), 'x-default']),
    );
  },
);

test.each(htmlFiles)('%s says 8-Ball plainly to machines and unbroken to visitors', (file) => {
  const [head = '', body = ''] = read(file).split('<body');
  expect(body).not.toBe('');
  expect(head).not.toContain('\u2060');
  expect(body).not.toContain('8-Ball');
});

describe('previews', () => {
  test.each(pages)('$locale $page has a card with its own picture', async ({ html, locale, path }) => {
    const { metatags } = extract(html);
    const picture = metatags['og:image']?.[0] ?? '';
    expect(metatags).toMatchObject({
      'og:url': [site + path],
      'og:site_name': [PRODUCT.name],
      'og:locale': [LOCALES[locale].tag.replace('-', '_')],
      'og:locale:alternate': LOCALE_NAMES.filter((other) => other !== locale).map((other) =>
        LOCALES[other].tag.replace('-', '_'),
      ),
      'og:image:type': ['image/jpeg'],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [expect.stringContaining(PRODUCT.name)],
      'twitter:card': ['summary_large_image'],
    });
    expect(new URL(picture).origin).toBe(site);

    const { status, headers, body } = await send(served.origin, new URL(picture).pathname);
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'image/jpeg',
      cache: 'public, max-age=31536000, immutable',
    });
    expect(body.length).toBeLessThan(300_000);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  test('every page and language has another one, and no other is left over', () => {
    const used = new Set(pages.map(({ html }) => extract(html).metatags['og:image']?.[0]));
    const files = globSync('preview/*', { cwd: DIST });
    expect(used.size).toBe(pages.length);
    expect(files.map((file) => `${site}/${file}`).sort()).toEqual([...used].sort());
    expect(new Set(files.map((file) => readFileSync(join(DIST, file), 'base64'))).size).toBe(files.length);
  });
});

describe('structured data', () => {
  const types = (page: PublicPage): string[] => [
    'Organization',
    'WebSite',
    page === 'pricing' ? 'FAQPage' : 'WebPage',
    ...(page === 'snapshot' ? [] : ['SoftwareApplication']),
    ...(page === 'home' ? [] : ['BreadcrumbList']),
  ];
  const price = (locale: Locale): string =>
    (JSON.parse(readFileSync(`i18n/${locale}/common.json`, 'utf8')) as { price: string }).price;
  const pricing = (locale: Locale) => {
    const values: Record<string, string> = {
      product: PRODUCT.name,
      phone: PRODUCT.phoneDisplay,
      email: PRODUCT.email,
    };
    const json = readFileSync(`i18n/${locale}/pricing.json`, 'utf8');
    const filled = json.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
    return JSON.parse(filled) as {
      faq: { items: { question: string; answer: string }[] };
    };
  };

  test.each(pages)('$locale $page', async ({ page, locale, html, path }) => {
    const blocks = matches(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs);
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).not.toContain('<');

    const data = extract(html);
    expect(Object.keys(data.jsonld)).toEqual(types(page));
    expect(await new Validator().validate(data)).toEqual([]);

    expect(data.jsonld['Organization']).toEqual([
      expect.objectContaining({
        name: PRODUCT.name,
        url: `${site}/`,
        email: PRODUCT.email,
        telephone: PRODUCT.phone,
      }),
    ]);
    const own = data.jsonld[page === 'pricing' ? 'FAQPage' : 'WebPage']?.[0];
    expect(own).toMatchObject({ url: site + path, inLanguage: LOCALES[locale].lang });
    if (page === 'pricing') {
      expect(own?.['mainEntity']).toEqual(
        pricing(locale).faq.items.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      );
    }
    expect(blocks[0]).not.toMatch(/"(aggregateRating|review)"/);
    const isSold = page !== 'snapshot' && readPrice(price(locale)) !== undefined;
    expect(blocks[0]?.includes('"offers"')).toBe(isSold);
  });
});

describe('links', () => {
  /** Every address that a built page names, as written. */
  const addressesIn = (html: string): string[] => {
    const data = matches(html, /<script type="application\/ld\+json">(.*?)<\/script>/gs).join();
    return [
      ...matches(html, /\s(?:href|src|poster|action|component-url|renderer-url)="([^"]*)"/g),
      ...matches(html, /\ssrcset="([^"]*)"/g).flatMap((set) =>
        set.split(',').map((entry) => entry.trim().split(/\s/)[0] ?? ''),
      ),
      ...matches(html, /url\(['"]?([^'")]+)['"]?\)/g),
      ...matches(html, /<meta [^>]*content="(https?:[^"]+)"/g),
      ...matches(data, /"(https?:[^"]+)"/g),
    ].map((address) => address.replaceAll('&amp;', '&'));
  };

  /** Fragments that open a screen of the desk. */
  const screens: readonly string[] = [ROOM, ALL_TABLES, RESULTS, VENUE];
  /** Fragments that are names in the structured data. */
  const names = ['#organization', '#website', '#product'];

  test.each(htmlFiles)('every address of the site in %s resolves', async (file) => {
    const html = read(file);
    const addresses = addressesIn(html).filter((address) => !address.startsWith('data:'));
    const broken = addresses.filter(
      (address) =>
        address.startsWith('#') && !screens.includes(address) && !html.includes(` id="${address.slice(1)}"`),
    );
    const base = new URL(file.replace(/index\.html$/, ''), `${site}/`);
    const own = addresses
      .filter((address) => !address.startsWith('#'))
      .map((address) => new URL(address, base))
      .filter(({ origin, hash }) => origin === site && !names.includes(hash))
      .map(({ pathname, search, hash }) => pathname + search + hash);
    expect(own.length).toBeGreaterThan(0);
    for (const address of new Set(own)) {
      const [path = '', fragment] = address.split('#');
      // The last word: an address that is only redirected to its page is broken here.
      const { status, body } = await send(served.origin, path);
      const found = fragment === undefined || body.includes(` id="${fragment}"`);
      if (status !== 200 || !found) broken.push(`${status} ${address}`);
    }
    expect(broken).toEqual([]);
  });
});
