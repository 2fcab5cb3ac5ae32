import { ROUTES } from '../../config/routes.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Result } from './result.ts';

/** The id in the address of a result's page, `/fr/r/<id>`; undefined without one. */
export const idInAddress = ({ pathname }: Pick<URL, 'pathname'>): string | undefined =>
  new RegExp(`${ROUTES.result}([^/]+)/?$`).exec(pathname)?.[1];

/** The address of a result's data; `service` is the snapshot service's. */
export const resultCall = (service: string, id: string): string => {
  const address = new URL(service);
  address.searchParams.set('result', id);
  return address.href;
};

/** The address of the text on a table's page. */
export const tableCall = (service: string, match: string): string => {
  const address = new URL(service);
  address.searchParams.set('table', '1');
  address.searchParams.set('matchId', match);
  return address.href;
};

/** The address of a result's card. */
export const cardAddress = (
  service: string,
  { id, rev }: Pick<Result, 'id' | 'rev'>,
  locale: Locale,
): string => `${service}/result/${id}?rev=${rev}&lang=${locale}`;
