import { useRef, type ReactNode } from 'react';
import { PRODUCT } from '../../config/product.ts';
import { isolated } from '../../i18n/isolated.ts';
import { ALL_TABLES, RESULTS, ROOM, VENUE } from '../../core/venue/fragment.ts';
import { formatMessage } from '../../i18n/format.ts';
import { maySee } from './venue.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { Elements } from '../../kit/elements.ts';
import { useMay } from '../../kit/may.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useTop } from './useTop.ts';

/** The places of an owner's desk, in the order of its bar. */
export const PLACES = [
  { name: 'room', href: ROOM, icon: 'players' },
  { name: 'tables', href: ALL_TABLES, icon: 'tables' },
  { name: 'results', href: RESULTS, icon: 'results' },
  { name: 'venue', href: VENUE, icon: 'venue' },
] as const;

/** A screen's place, title and parent in the shell. */
export interface Framed {
  readonly place: (typeof PLACES)[number]['name'];
  readonly title: ReactNode;
  /** The parent screen; omitted for a place itself. */
  readonly above?: { readonly href: string; readonly title: string };
}

interface Props extends Framed {
  /** Identifies the screen. */
  readonly screen: string;
  readonly texts: VenueTexts;
  /** Omitted while no user is known to be signed in. */
  readonly logOut: (() => void) | undefined;
  /** The device's name and role, in place of the log-out key on a device without a session. */
  readonly whose: string | undefined;
  /** The venue's name, printed above the screen; empty if it has none. */
  readonly venue: string;
  readonly children: Elements;
}

/** The frame of every screen of an owner's desk: links to its places, log-out key, and the screen's title. */
export const Shell = ({ texts, screen, place, title, above, logOut, whose, venue, children }: Props) => {
  const may = useMay();
  const heading = useRef<HTMLHeadingElement>(null);
  useTop(screen, heading);
  return (
    <div className="shell">
      <div className="shell__rail">
        <nav className="shell__places" aria-label={texts.dashboard.places.label}>
          <ul>
            {PLACES.filter(({ name }) => maySee(may, name)).map(({ name, href, icon }) => (
              <li key={name}>
                <a className="shell__place" href={href} aria-current={name === place ? 'page' : undefined}>
                  <Icon name={icon} />
                  <span>{texts.dashboard.places[name]}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {whose === undefined ? (
          <button className="button shell__log-out" type="button" disabled={!logOut} onClick={logOut}>
            {texts.dashboard.logOut}
          </button>
        ) : (
          <p className="shell__log-out shell__whose" translate="no">
            {whose}
          </p>
        )}
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
