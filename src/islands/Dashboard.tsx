import { useState } from 'react';
import { ownerEnvironment } from '../stores/environment/owner.ts';
import { createVenue } from '../stores/match/venue.ts';
import type { VenueTexts } from '../ui/desk/texts.ts';
import { VenueDesk } from '../ui/desk/VenueDesk.tsx';

interface Props {
  readonly texts: VenueTexts;
  /** Where those who are not signed in are led. */
  readonly loginPath: string;
}

/** A venue's desk, for its owner. */
export default function Dashboard({ texts, loginPath }: Props) {
  const [venue] = useState(() =>
    createVenue(ownerEnvironment(), { loginPath, logOutFailed: texts.logOutFailed }),
  );
  return <VenueDesk venue={venue} texts={texts} />;
}
