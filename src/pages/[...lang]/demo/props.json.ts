// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { demoProps } from '../../../components/demo.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { localePaths } from '../../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** The demo's props for the front page: too large to send to visitors who don't play. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => Response.json(demoProps(locale));
