import { ROUTES } from '../../config/routes.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localizePath } from '../../i18n/urls.ts';

/** The path of a tournament's public page. */
export const tournamentAddress = (locale: Locale, id: string): string =>
  `${localizePath(ROUTES.tournament, locale)}${id}`;

/** The id in the address of a tournament's page, `/fr/t/<id>`; undefined without one. */
export const tournamentInAddress = ({ pathname }: Pick<URL, 'pathname'>): string | undefined =>
  new RegExp(`${ROUTES.tournament}([^/]+)/?$`).exec(pathname)?.[1];

/** The address of a tournament's data; `service` is the snapshot service's. */
export const tournamentCall = (service: string, id: string): string => {
  const address = new URL(service);
  address.searchParams.set('tournament', id);
  return address.href;
};
