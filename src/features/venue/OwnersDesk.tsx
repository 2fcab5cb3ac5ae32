import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useState } from 'react';
import { ownerEnvironment } from '../../browser/owner.ts';
import { createVenue } from './venue.ts';
import { KnownNames } from '../match/NameInput.tsx';
import { VenueDesk } from './VenueDesk.tsx';

export interface OwnersDeskProps {
  readonly texts: VenueTexts;
  /** Where visitors who aren't signed in are sent. */
  readonly loginPath: string;
  /** The codes of the countries with a flag, separated by spaces. */
  readonly flags: string;
}

/** A venue's desk, for its owner. */
export default function OwnersDesk({ texts, loginPath, flags }: OwnersDeskProps) {
  const [venue] = useState(() =>
    createVenue(ownerEnvironment(), {
      loginPath,
      logOutFailed: texts.dashboard.logOutFailed,
      // Owners may do everything that a desk offers.
      mayAtFirst: { has: () => true },
    }),
  );
  return (
    <KnownNames value={venue.$knownNames}>
      <VenueDesk venue={venue} texts={texts} flags={flags} />
    </KnownNames>
  );
}
