import { useState } from 'react';
import { ownerEnvironment } from '../stores/environment/owner.ts';
import { scorerEnvironment } from '../stores/environment/scorer.ts';
import { createLinked } from '../stores/match/linked.ts';
import { createVenue } from '../stores/match/venue.ts';
import { LinkedDesk } from '../ui/desk/LinkedDesk.tsx';
import type { DeskTexts } from '../ui/desk/texts.ts';
import { VenueDesk } from '../ui/desk/VenueDesk.tsx';

interface Props {
  readonly texts: DeskTexts;
  /** Where those who are not signed in are led; null on the page that a scorer link opens. */
  readonly loginPath: string | null;
}

const OwnersDesk = ({ texts, loginPath }: { texts: DeskTexts; loginPath: string }) => {
  const [venue] = useState(() =>
    createVenue(ownerEnvironment(), { loginPath, logOutFailed: texts.logOutFailed }),
  );
  return <VenueDesk venue={venue} texts={texts} />;
};

const ScorersDesk = ({ texts }: { texts: DeskTexts }) => {
  const [linked] = useState(() => createLinked(scorerEnvironment()));
  return <LinkedDesk linked={linked} texts={texts} />;
};

/** A venue's desk: its owner's, or one table's for whoever has a scorer link. */
export default function Dashboard({ texts, loginPath }: Props) {
  return loginPath === null ? (
    <ScorersDesk texts={texts} />
  ) : (
    <OwnersDesk texts={texts} loginPath={loginPath} />
  );
}
