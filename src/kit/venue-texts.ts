import type { Locale } from '../i18n/locales.ts';
import type { TextsOf } from '../i18n/texts.ts';

/** The texts of a table's desk. */
export type DeskTexts = TextsOf<'dashboard' | 'match' | 'overlay' | 'pad'>;

/** The areas of the room, which the sample venue shows as well. */
export const ROOM_AREAS = ['branding', 'dashboard', 'match', 'overlay', 'room', 'tables'] as const;

export type RoomTexts = TextsOf<(typeof ROOM_AREAS)[number]>;

/** The areas whose texts an owner's page carries. */
export const VENUE_AREAS = [...ROOM_AREAS, 'login', 'network', 'pad'] as const;

/** The texts of an owner's page. */
export type VenueTexts = TextsOf<(typeof VENUE_AREAS)[number]>;

/** The areas that only its lazily loaded screens show. */
export const SCREEN_AREAS = [
  'account',
  'look',
  'machines',
  'pictures',
  'player',
  'players',
  'results',
  'resultsReport',
  'settings',
  'tournament',
  'tournamentDesk',
] as const;

/** The texts that come with the first of these screens. */
export interface OwnScreenTexts extends TextsOf<(typeof SCREEN_AREAS)[number]> {
  /** Printed or shown in every language, regardless of the page's. */
  readonly inAll: Readonly<Record<Locale, TextsOf<'overlay' | 'sign'>>>;
}

/** The texts of a lazily loaded screen. */
export type ScreenTexts = VenueTexts & OwnScreenTexts;
