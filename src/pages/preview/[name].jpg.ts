// Astro runs this before a page but not before an endpoint: it loads the texts for the paths.
import 'astro:scripts/page-ssr.js';
import type { APIRoute, GetStaticPaths } from 'astro';
import { PUBLIC_PAGES_BY_LOCALE } from '../../seo/pages.ts';
import { preview } from '../../seo/preview.ts';

export const getStaticPaths = (() =>
  Promise.all(
    PUBLIC_PAGES_BY_LOCALE.map(async ({ page, locale }) => {
      const { path, jpeg } = await preview(page, locale);
      return { params: { name: path.slice('/preview/'.length, -'.jpg'.length) }, props: { jpeg } };
    }),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<{ jpeg: Buffer }> = ({ props }) =>
  new Response(Uint8Array.from(props.jpeg), { headers: { 'Content-Type': 'image/jpeg' } });
