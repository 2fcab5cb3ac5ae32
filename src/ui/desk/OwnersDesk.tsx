import type { VenueTexts } from './props.ts';
import { useState } from 'react';
import { ownerEnvironment } from '../../stores/environment/owner.ts';
import { createVenue } from '../../stores/match/venue.ts';
import { VenueDesk } from './VenueDesk.tsx';

export interface OwnersDeskProps {
  readonly texts: VenueTexts;
  /** Where those who are not signed in are led. */
  readonly loginPath: string;
  /** The codes of the countries that there is a flag of, separated by spaces. */
  readonly flags: string;
}

/** A venue's desk, for its owner. */
export default function OwnersDesk({ texts, loginPath, flags }: OwnersDeskProps) {
  const [venue] = useState(() =>
    createVenue(ownerEnvironment(), { loginPath, logOutFailed: texts.dashboard.logOutFailed }),
  );
  return <VenueDesk venue={venue} texts={texts} flags={flags} />;
}
