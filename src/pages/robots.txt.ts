import type { APIRoute } from 'astro';

/** Forbids nothing: a crawler has to read a private page to see that it is `noindex`. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`);
