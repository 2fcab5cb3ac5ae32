import { ROUTES } from '../../config/routes.ts';
import { localizePath } from '../../i18n/urls.ts';
import { maySee } from './venue.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { venueScreens } from './venue-screens.ts';

/** Links to the screens of the whole venue, each with its purpose. */
export const VenuePage = ({ texts }: { readonly texts: VenueTexts }) => {
  const may = useMay();
  const screens = venueScreens(texts).filter(({ status }) => maySee(may, status));
  // A separate page, because e-mailed links open it as well. Only owners, who may export the account, have a password.
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
