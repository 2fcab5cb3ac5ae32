// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import type { Locale } from '../../../i18n/locales.ts';
import { textsOf } from '../../../i18n/translate.ts';
import { localePaths } from '../../../i18n/urls.ts';
import type { LiveTexts } from '../../../features/public/props.ts';

export const getStaticPaths = localePaths;

/** The texts of a table's board, for the few venues that publish it. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const { match, ...texts } = textsOf(locale, 'match', 'overlay', 'result');
  const { endings, sides } = match;
  return Response.json({ ...texts, match: { endings, sides } } satisfies LiveTexts);
};
