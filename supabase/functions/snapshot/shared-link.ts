import ar from '../../../i18n/ar/link.json' with { type: 'json' };
import en from '../../../i18n/en/link.json' with { type: 'json' };
import fr from '../../../i18n/fr/link.json' with { type: 'json' };
import { ROUTES } from '../../../src/config/routes.ts';
import { isolated } from '../../../src/core/isolated.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import type { Found } from './answers.ts';
import { withHead } from './head.ts';
import { boardOf, PREVIEW_SIZE } from './made.ts';
import type { Home } from './ports.ts';

/** Links to a table as they are shared: `/s/gd/<a picture's id>?match=<match id>`, in any language. */

const TEXTS = { en, fr, ar };
/** As Morocco writes its dates. */
const DATES = { en: 'en-GB', fr: 'fr-MA', ar: 'ar-MA-u-nu-latn' } as const satisfies Record<Locale, string>;

/** The language of a page that links lead to; undefined for every other path. */
export const localeOfPage = (path: string): Locale | undefined =>
  LOCALE_NAMES.find((locale) => localizePath(ROUTES.snapshotShort, locale) === path);

/** When a picture was taken, for the venue's place on earth. */
const timeOf = (millis: number, locale: Locale): string =>
  new Intl.DateTimeFormat(DATES[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Casablanca',
  }).format(millis);

const titleOf = (picture: Found): string => {
  const board = boardOf(picture);
  if (!board) return picture.title;
  const { p1, p2, s1, s2 } = board;
  return `${isolated(picture.title)} · ${isolated(p1)} ${s1}–${s2} ${isolated(p2)}`;
};

/** The site's page of a match, with a picture of it as its preview. */
export const sharedPage = (html: string, picture: Found, locale: Locale, { site, address }: Home): string =>
  withHead(html, {
    title: titleOf(picture),
    description: TEXTS[locale].description.replace('{{time}}', () =>
      timeOf(Date.parse(picture.captured_at), locale),
    ),
    url: `${site}${localizePath(ROUTES.snapshotShort, locale)}${picture.id}?${new URLSearchParams({ match: picture.match_id }).toString()}`,
    image: `${address}/preview/${picture.id}?lang=${locale}`,
    ...PREVIEW_SIZE,
    type: 'image/jpeg',
  });
