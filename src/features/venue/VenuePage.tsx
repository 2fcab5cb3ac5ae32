import { ROUTES } from '../../config/routes.ts';
import { localizePath } from '../../i18n/urls.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import type { VenueLink } from './props.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly links: readonly VenueLink[];
}

/** Links to the screens of the whole venue, each with its purpose. */
export const VenuePage = ({ texts, links }: Props) => {
  const may = useMay();
  // A separate page, because e-mailed links open it as well. Only owners, who may export the account, have a password.
  const password = {
    needs: 'export_page',
    href: localizePath(ROUTES.setPassword, texts.locale),
    icon: 'key',
    title: texts.dashboard.password,
    about: texts.dashboard.venue.password,
  } as const;
  return (
    <ul className="ways panel">
      {[...links, password]
        .filter(({ needs }) => may.has(needs))
        .map(({ href, icon, title, about }) => (
          <li key={href}>
            <a className="ways__way" href={href}>
              <Icon name={icon} />
              <span className="ways__words">
                <span className="ways__title">{title}</span>
                <span className="ways__about">{about}</span>
              </span>
              <Icon name="further" directional />
            </a>
          </li>
        ))}
    </ul>
  );
};
