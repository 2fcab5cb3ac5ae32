// What Astro runs before a page: the words are loaded there, and an endpoint needs them too.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { demoProps } from '../../../components/demo.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { localePaths } from '../../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** What the demo needs to say, for the front page: too much to send to visitors who don't play. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => Response.json(demoProps(locale));
