import { ROUTES } from '../../config/routes.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localizePath } from '../../i18n/urls.ts';
import type { Result } from './result.ts';

/**
 * The path of a result's public page, with its query. Chats cache previews by address, so each revision has its own.
 * The page itself always shows the latest.
 */
export const resultAddress = (locale: Locale, { id, rev }: Pick<Result, 'id' | 'rev'>): string =>
  `${localizePath(ROUTES.result, locale)}${id}?rev=${rev}`;
