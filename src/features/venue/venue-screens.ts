import {
  ACCOUNT,
  PICTURES,
  PLAYERS,
  SETTINGS,
  signsFragment,
  SPONSORS,
  staffFragment,
  SYSTEM,
  televisionsFragment,
} from '../../core/venue/fragment.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';

/** The screens linked from the venue's page, in order. */
export const venueScreens = (texts: VenueTexts) =>
  [
    {
      status: 'players',
      href: PLAYERS,
      icon: 'players',
      title: texts.branding.players.title,
    },
    { status: 'sponsors', href: SPONSORS, icon: 'sponsors', title: texts.branding.sponsors.title },
    { status: 'pictures', href: PICTURES, icon: 'picture', title: texts.pictures.title },
    { status: 'signs', href: signsFragment(), icon: 'code', title: texts.pictures.sign.title },
    { status: 'staff', href: staffFragment(), icon: 'devices', title: texts.dashboard.staff },
    {
      status: 'televisions',
      href: televisionsFragment(),
      icon: 'monitor',
      title: texts.televisions.title,
    },
    { status: 'settings', href: SETTINGS, icon: 'settings', title: texts.results.settings.title },
    { status: 'system', href: SYSTEM, icon: 'server', title: texts.dashboard.system },
    { status: 'account', href: ACCOUNT, icon: 'lock', title: texts.account.title },
  ] as const;
