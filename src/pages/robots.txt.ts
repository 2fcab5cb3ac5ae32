import type { APIRoute } from 'astro';

/** Disallows nothing: a crawler must be able to read a private page to see its `noindex`. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`);
