import { ROUTES } from '../../config/routes.ts';
import { localizePath } from '../../i18n/urls.ts';
import { maySee } from './venue.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { venueScreens } from './venue-screens.ts';

/** The ways to what belongs to the whole venue, each with what it is for. */
export const VenuePage = ({ texts }: { readonly texts: VenueTexts }) => {
  const may = useMay();
  const screens = venueScreens(texts).filter(({ status }) => maySee(may, status));
  // A page of its own, which a mail's link opens, too. Only the owner, who may export the account, has a password.
  const password = {
    status: 'password',
    href: localizePath(ROUTES.setPassword, texts.locale),
    icon: 'key',
    title: texts.dashboard.password,
  } as const;
  return (
    <ul className="ways panel">
      {[...screens, ...(maySee(may, 'account') ? [password] : [])].map(({ status, href, icon, title }) => (
        <li key={status}>
          <a className="ways__way" href={href}>
            <Icon name={icon} />
            <span className="ways__words">
              <span className="ways__title">{title}</span>
              <span className="ways__about">{texts.dashboard.venue[status]}</span>
            </span>
            <Icon name="further" directional />
          </a>
        </li>
      ))}
    </ul>
  );
};
