// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { manifestOf } from '../../../build/manifest.ts';
import { ROUTES } from '../../../config/routes.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { writtenTextsOf } from '../../../i18n/translate.ts';
import { localePaths, localizePath } from '../../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** The manifest of the app for a venue's devices. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const texts = writtenTextsOf(locale, 'meta');
  const { name, description } = texts.meta.scoreApp;
  const start = localizePath(ROUTES.score, locale);
  return manifestOf(locale, { name, shortName: name, description, id: start, start });
};
