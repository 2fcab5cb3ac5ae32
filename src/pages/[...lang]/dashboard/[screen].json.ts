// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { LAZY_TEXTS, type LazyTextsArea } from '../../../config/lazy-texts.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { textsOf } from '../../../i18n/translate.ts';
import { localePaths } from '../../../i18n/urls.ts';

export const getStaticPaths = () =>
  localePaths().flatMap(({ params, props }) =>
    LAZY_TEXTS.map((screen) => ({ params: { ...params, screen }, props: { ...props, screen } })),
  );

/** The texts of a rarely opened screen. */
export const GET: APIRoute<{ locale: Locale; screen: LazyTextsArea }> = ({ props: { locale, screen } }) =>
  Response.json(textsOf(locale, screen));
