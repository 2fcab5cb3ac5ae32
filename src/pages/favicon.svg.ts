import type { APIRoute } from 'astro';
import { colour } from '../build/colours.ts';
import { markIcon } from '../core/site/mark.ts';

/** The icon in a browser's tab. */
export const GET: APIRoute = () =>
  new Response(markIcon(colour), { headers: { 'content-type': 'image/svg+xml' } });
