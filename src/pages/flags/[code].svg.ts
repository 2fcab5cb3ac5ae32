import type { APIRoute } from 'astro';
import { FLAGS } from '../../build/flags.ts';

export const getStaticPaths = () =>
  Object.entries(FLAGS).map(([code, drawing]) => ({
    params: { code: code.toLowerCase() },
    props: { drawing },
  }));

export const GET: APIRoute<{ readonly drawing: string }> = ({ props: { drawing } }) =>
  new Response(drawing, { headers: { 'content-type': 'image/svg+xml' } });
