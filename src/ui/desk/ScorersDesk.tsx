import { useState } from 'react';
import { scorerEnvironment } from '../../stores/environment/scorer.ts';
import { createScorerLinkSession } from '../../stores/match/scorer-link-session.ts';
import { LinkedDesk } from './LinkedDesk.tsx';
import type { DeskTexts } from './texts.ts';

/** One table's desk, for whoever has a scorer link. */
export default function ScorersDesk({ texts }: { readonly texts: DeskTexts }) {
  const [linked] = useState(() => createScorerLinkSession(scorerEnvironment()));
  return <LinkedDesk linked={linked} texts={texts} />;
}
