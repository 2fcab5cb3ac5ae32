import { useEffect, useState } from 'react';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createVenue } from '../venue/venue.ts';
import styles from '../../styles/dashboard.scss?inline';
import { useStyles } from '../../kit/add-styles.ts';
import type { OwnersDeskProps } from '../venue/OwnersDesk.tsx';
import { VenueDesk } from '../venue/VenueDesk.tsx';
import { KnownNames } from '../match/NameInput.tsx';

export interface DeviceVenueProps {
  readonly environment: VenueEnvironment;
  readonly desk: OwnersDeskProps;
  /** The role last set by the venue. */
  readonly role: string;
  /** The device's name and role. */
  readonly whose: string;
}

/** A venue's desk, on a device that may run it. */
export default function DeviceVenue({ environment, desk, role, whose }: DeviceVenueProps) {
  const { texts, loginPath, flags } = desk;
  const [venue] = useState(() =>
    createVenue(environment, {
      loginPath,
      logOutFailed: texts.dashboard.logOutFailed,
      mayAtFirst: new Set(),
      startsInRoom: true,
    }),
  );
  useStyles(styles, 'base');
  // A new role may have other permissions.
  useEffect(() => void venue.tables.refresh(), [venue, role]);
  return (
    <KnownNames value={venue.$knownNames}>
      <VenueDesk venue={venue} texts={texts} flags={flags} whose={whose} />
    </KnownNames>
  );
}
