import { useRef, type ReactNode } from 'react';
import { PRODUCT } from '../../config/product.ts';
import { isolated } from '../../i18n/isolated.ts';
import { formatMessage } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { Elements } from '../../kit/elements.ts';
import { useTop } from '../../kit/useTop.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { Bar } from './Bar.tsx';
import { LogOut } from './LogOut.tsx';
import type { Link, Place, PlaceName, Venue } from './props.ts';

interface Props {
  /** Identifies the screen. */
  readonly screen: string;
  /** The places that the user may see. */
  readonly places: readonly Place[];
  /** The screen's own place. */
  readonly place: PlaceName;
  readonly title: ReactNode;
  /** The screen above; undefined for a place itself. */
  readonly above: Link | undefined;
  readonly texts: VenueTexts;
  /** Omitted while no user is known to be signed in. */
  readonly logOut: (() => void) | undefined;
  readonly unsent: Venue['unsent'];
  /** The device's name and role, in place of the log-out key on a device without a session. */
  readonly whose: string | undefined;
  /** The venue's name, in the page's bar and printed above the screen; empty if it has none. */
  readonly venue: string;
  readonly children: Elements;
}

/** The frame of every screen of an owner's desk: links to its places, log-out key, and the screen's title. */
export const Shell = ({
  texts,
  screen,
  places,
  place,
  title,
  above,
  logOut,
  unsent,
  whose,
  venue,
  children,
}: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useTop(screen, heading);
  const account = (className: string): Elements =>
    whose === undefined ? (
      <LogOut texts={texts} className={`button ${className}`} logOut={logOut} unsent={unsent} />
    ) : (
      <p className={className} translate="no">
        {whose}
      </p>
    );
  return (
    <div className="shell">
      <Bar venue={venue} label={texts.dashboard.account}>
        {account('account__own')}
      </Bar>
      <div className="shell__rail">
        <nav className="shell__places" aria-label={texts.dashboard.places.label}>
          <ul>
            {places.map(({ name, href, icon }) => (
              <li key={name}>
                <a className="shell__place" href={href} aria-current={name === place ? 'page' : undefined}>
                  <Icon name={icon} />
                  <span>{texts.dashboard.places[name]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {account('shell__own')}
      </div>
      <p className="shell__printed">
        {venue !== '' && (
          <bdi className="shell__venue" translate="no">
            {venue}
          </bdi>
        )}
        <span translate="no">{PRODUCT.name}</span>
      </p>
      <header className="shell__head">
        {above && (
          <a
            className="icon-button shell__above"
            href={above.href}
            aria-label={formatMessage(texts.dashboard.backTo, { title: isolated(above.title) })}
          >
            <Icon name="back" directional />
          </a>
        )}
        <h1 className="shell__title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <div className="shell__screen">{children}</div>
    </div>
  );
};
