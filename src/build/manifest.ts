import { APP_ICONS } from '../config/app.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { APP_COLOR } from './colours.ts';

interface App {
  readonly name: string;
  /** Shown below its icon. */
  readonly shortName: string;
  readonly description: string;
  /** Distinguishes it from the site's other apps. */
  readonly id: string;
  /** The page that it opens with. */
  readonly start: string;
}

/** The manifest of an app that is installed from the browser, in one language. */
export const manifestOf = (locale: Locale, { name, shortName, description, id, start }: App): Response => {
  const { lang, dir } = LOCALES[locale];
  return Response.json({
    name,
    short_name: shortName,
    description,
    lang,
    dir,
    id,
    start_url: start,
    // Its pages link to other languages.
    scope: '/',
    display: 'standalone',
    theme_color: APP_COLOR,
    background_color: APP_COLOR,
    categories: ['sports', 'utilities'],
    icons: APP_ICONS.map(({ name: icon, size, purpose }) => ({
      src: `/icons/${icon}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  });
};
