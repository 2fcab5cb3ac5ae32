// Astro runs this before a page but not before an endpoint: it loads the texts.
import 'astro:scripts/page-ssr.js';
import type { APIRoute } from 'astro';
import { APP_COLOR } from '../../build/colours.ts';
import { APP_ICONS } from '../../config/app.ts';
import { PRODUCT } from '../../config/product.ts';
import { ROUTES } from '../../config/routes.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { writtenTextsOf } from '../../i18n/translate.ts';
import { localePaths, localizePath } from '../../i18n/urls.ts';

export const getStaticPaths = localePaths;

/** The name and start page of the installed app. */
export const GET: APIRoute<{ locale: Locale }> = ({ props: { locale } }) => {
  const texts = writtenTextsOf(locale, 'meta');
  const { lang, dir } = LOCALES[locale];
  return Response.json({
    name: texts.meta.app.name,
    short_name: PRODUCT.name,
    description: texts.meta.app.description,
    lang,
    dir,
    // One app per language, so that visiting another language doesn't rename an installed app.
    id: localizePath(ROUTES.home, locale),
    // Visitors who aren't signed in are redirected to the login page.
    start_url: localizePath(ROUTES.dashboard, locale),
    scope: '/',
    display: 'standalone',
    theme_color: APP_COLOR,
    background_color: APP_COLOR,
    categories: ['sports', 'utilities'],
    icons: APP_ICONS.map(({ name, size, purpose }) => ({
      src: `/icons/${name}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  });
};
