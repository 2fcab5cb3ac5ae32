// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { manifestOf } from '../../build/manifest.ts';
import { PRODUCT } from '../../config/product.ts';
import { ROUTES } from '../../config/routes.ts';
import type { Locale } from '../../i18n/locales.ts';
import { writtenTextsOf } from '../../i18n/translate.ts';
import { localePaths, localizePath } from '../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** The name and start page of the installed app. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const texts = writtenTextsOf(locale, 'meta');
  return manifestOf(locale, {
    name: texts.meta.app.name,
    shortName: PRODUCT.name,
    description: texts.meta.app.description,
    // One app per language, so that visiting another language doesn't rename an installed app.
    id: localizePath(ROUTES.home, locale),
    // Visitors who aren't signed in are redirected to the login page.
    start: localizePath(ROUTES.dashboard, locale),
  });
};
