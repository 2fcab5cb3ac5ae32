// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import type { Locale } from '../../../i18n/locales.ts';
import { textsOf } from '../../../i18n/translate.ts';
import { localePaths } from '../../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** What the screen of the venue's devices says: few open it. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) =>
  Response.json(textsOf(locale, 'staff'));
