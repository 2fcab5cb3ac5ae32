import type { APIRoute } from 'astro';
import { LOCALE_NAMES } from '../i18n/locales.ts';
import { localizePath } from '../i18n/urls.ts';
import { alternates, PUBLIC_PAGES } from '../seo/pages.ts';

/** Every public page in every language, each with its alternates: https://www.sitemaps.org/protocol.html */
export const GET: APIRoute = ({ site }) => {
  const absolute = (path: string): string => new URL(path, site).href;
  const entries = Object.values(PUBLIC_PAGES).flatMap((path) => {
    const links = alternates(path).map(
      (other) => `<xhtml:link rel="alternate" hreflang="${other.lang}" href="${absolute(other.path)}"/>`,
    );
    return LOCALE_NAMES.map(
      (locale) => `<url><loc>${absolute(localizePath(path, locale))}</loc>${links.join('')}</url>`,
    );
  });
  return new Response(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
      `${entries.join('\n')}\n</urlset>\n`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
